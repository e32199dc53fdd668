import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { postDefinition } from './post-definition.tsx'

const PostRecord = drawerPart(async () => (await import('./post-record.tsx')).PostRecord)

/** The feed posts. */
export function PostsPage() {
  const bulk = useBulk('posts')
  return (
    <ListPage
      definition={postDefinition}
      options={listOptions(lists.posts)}
      bulk={bulk}
      drawer={({ record }, close) => <PostRecord post={record} onDone={close} />}
    />
  )
}
