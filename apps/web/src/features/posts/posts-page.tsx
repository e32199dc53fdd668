import { lists } from '../../shared/lists/lists.ts'
import { useMayCall } from '../../shared/permissions/may-call.ts'
import { RecordsPage } from '../../shared/records/records-page.tsx'
import { useIsTrash } from '../../shared/trash/has-trash.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { DecideChosen } from './post-actions.tsx'
import { postDefinition } from './post-definition.tsx'
import { posts } from './posts.ts'

const PostRecord = drawerPart(async () => (await import('./post-record.tsx')).PostRecord)

export function PostsPage() {
  const mayDecide = useMayCall('posts.decide')
  const isTrash = useIsTrash(lists.posts)
  return (
    <RecordsPage
      of={posts}
      definition={postDefinition}
      Record={PostRecord}
      bulk={mayDecide && !isTrash ? (chosen) => <DecideChosen chosen={chosen} /> : undefined}
    />
  )
}
