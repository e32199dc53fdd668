import { permission } from '@steward/contract/permissions'
import { BulkActions } from '../../shared/jobs/bulk-actions.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { postDefinition } from './post-definition.tsx'
import { PostRecord } from './post-record.tsx'
import { postListOptions } from './posts.queries.ts'

/** The feed posts. */
export function PostsPage() {
  return (
    <ListPage
      title="Feed posts"
      definition={postDefinition}
      options={postListOptions}
      needs={permission('Community', 'Feed posts', 'list')}
      bulk={(chosen) => <BulkActions area="posts" chosen={chosen} />}
      drawer={({ record }, close) => <PostRecord post={record} onDone={close} />}
    />
  )
}
