import { useSearch } from '@tanstack/react-router'
import { BulkActions } from '../../shared/jobs/bulk-actions.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { shoppingPostDefinition } from './shopping-post-definition.tsx'
import { ShoppingPostRecord } from './shopping-post-record.tsx'

/** The shopping posts; deleted ones join on demand. */
export function ShoppingPostsPage() {
  const { includeDeleted } = useSearch({ from: '/guarded/shopping-posts' })
  return (
    <ListPage
      definition={shoppingPostDefinition}
      options={listOptions(lists.shoppingPosts)}
      bulk={(chosen) => (
        <BulkActions area="shoppingPosts" chosen={chosen} restores={includeDeleted === true} />
      )}
      drawer={({ record }, close) => <ShoppingPostRecord post={record} onDone={close} />}
    />
  )
}
