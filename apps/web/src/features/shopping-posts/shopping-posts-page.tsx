import { permission } from '@steward/contract/permissions'
import { useSearch } from '@tanstack/react-router'
import { BulkActions } from '../../shared/jobs/bulk-actions.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { shoppingPostDefinition } from './shopping-post-definition.tsx'
import { ShoppingPostRecord } from './shopping-post-record.tsx'
import { shoppingPostListOptions } from './shopping-posts.queries.ts'

/** The shopping posts; deleted ones join on demand. */
export function ShoppingPostsPage() {
  const { includeDeleted }: { includeDeleted?: unknown } = useSearch({ strict: false })
  const includesDeleted = includeDeleted === 'true'
  return (
    <ListPage
      title="Shopping posts"
      definition={shoppingPostDefinition}
      options={shoppingPostListOptions}
      needs={permission('Catalogue', 'Shopping posts', 'list')}
      bulk={(chosen) => (
        <BulkActions area="shoppingPosts" chosen={chosen} restores={includesDeleted} />
      )}
      drawer={({ record }, close) => <ShoppingPostRecord post={record} onDone={close} />}
    />
  )
}
