import { postFields } from '@steward/contract/posts/posts.fields'
import type { Post } from '../../api/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { Text } from '../../ui/format/text.tsx'
import { PersonAndTheirs } from '../../ui/list/url/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { Thumbs } from '../../ui/record/record-fields.tsx'
import { PostButtons } from './post-actions.tsx'
import { handledFields, PostComments, PostReports } from './post-reports.tsx'
import { posts } from './posts.ts'

/** A feed post, whole: its text as it was written, links in it not followed. */
export function PostRecord(props: RecordProps<Post>) {
  const { record: post } = props
  const handled = handledFields(post)
  return (
    <RecordView of={posts} Buttons={PostButtons} {...props}>
      <Text value={post.text} />
      <Thumbs images={post.images} />
      <PostReports post={post} />
      <FieldList
        fields={postFields}
        record={post}
        first={['reportCount', ...Object.keys(handled)]}
        labels={{ openReportCount: 'Reports handled' }}
        own={{
          openReportCount: null,
          reportsHandledAt: null,
          reportsHandledBy: null,
          ...handled,
          author: (
            <PersonAndTheirs person={post.author} to="/posts" by="author">
              More by this author
            </PersonAndTheirs>
          ),
        }}
      />
      <PostComments post={post} />
    </RecordView>
  )
}
