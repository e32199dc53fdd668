import type { Post } from '@steward/contract/posts/posts'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { Count, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/url/filter-link.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Field, Fields, IdField, Thumbs } from '../../ui/record/record-fields.tsx'
import { PostButtons } from './post-actions.tsx'
import { HandledFields, PostComments, PostReports } from './post-reports.tsx'

/** A feed post, whole: its text as it was written, links in it not followed. */
export function PostRecord({ post, onDone }: { post: DeepPartial<Post>; onDone: () => void }) {
  const author = referenceOf(post.author)?.id
  return (
    <>
      <PostButtons post={post} onDone={onDone} />
      <Text value={post.text} />
      <Thumbs images={post.images} />
      <PostReports post={post} />
      <Fields>
        <Field label="Reports">
          <Count value={post.reportCount} />
        </Field>
        <HandledFields post={post} />
        <Field label="Author">
          <PersonLink person={post.author} />
          {author && (
            <FilterLink to="/posts" search={{ author: [author] }}>
              More by this author
            </FilterLink>
          )}
        </Field>
        <Field label="Category">
          <Text value={referenceOf(post.category)?.name} />
        </Field>
        <Field label="Likes">
          <Count value={post.likeCount} />
        </Field>
        <Field label="Comments">
          <Count value={post.commentCount} />
        </Field>
        <Field label="Created">
          <Time at={post.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={post.updatedAt} whole />
        </Field>
        <IdField id={post._id} />
      </Fields>
      <PostComments post={post} />
      <RecordHistory id={post._id} />
    </>
  )
}
