import { permission } from '@steward/contract/permissions'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { shoppingPostDefinition } from './shopping-post-definition.tsx'
import { ShoppingPostRecord } from './shopping-post-record.tsx'
import { shoppingPostListOptions } from './shopping-posts.queries.ts'

/** The shopping posts; deleted ones join on demand. */
export function ShoppingPostsPage() {
  return (
    <ListScreen
      title="Shopping posts"
      definition={shoppingPostDefinition}
      options={shoppingPostListOptions}
      needs={permission('Catalogue', 'Shopping posts', 'list')}
      drawer={({ record }) => <ShoppingPostRecord post={record} />}
    />
  )
}
