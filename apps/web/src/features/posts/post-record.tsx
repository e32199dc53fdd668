import type { Post } from '../../api/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { Count, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { PersonAndTheirs } from '../../ui/list/url/filter-link.tsx'
import { Field, Fields, IdField, Thumbs } from '../../ui/record/record-fields.tsx'
import { PostButtons } from './post-actions.tsx'
import { HandledFields, PostComments, PostReports } from './post-reports.tsx'
import { posts } from './posts.ts'

/** A feed post, whole: its text as it was written, links in it not followed. */
export function PostRecord(props: RecordProps<Post>) {
  const { record: post } = props
  return (
    <RecordView of={posts} Buttons={PostButtons} {...props}>
      <Text value={post.text} />
      <Thumbs images={post.images} />
      <PostReports post={post} />
      <Fields>
        <Field label="Reports">
          <Count value={post.reportCount} />
        </Field>
        <HandledFields post={post} />
        <Field label="Author">
          <PersonAndTheirs person={post.author} to="/posts" by="author">
            More by this author
          </PersonAndTheirs>
        </Field>
        <Field label="Category">
          <Text value={post.category?.name} />
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
    </RecordView>
  )
}
