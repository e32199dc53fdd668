import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { shoppingPostDefinition } from './shopping-post-definition.tsx'

const ShoppingPostRecord = drawerPart(
  async () => (await import('./shopping-post-record.tsx')).ShoppingPostRecord,
)

/** The shopping posts; deleted ones join on demand. */
export function ShoppingPostsPage() {
  const bulk = useBulk('shoppingPosts')
  return (
    <ListPage
      definition={shoppingPostDefinition}
      options={listOptions(lists.shoppingPosts)}
      bulk={bulk}
      drawer={({ record }, close) => <ShoppingPostRecord post={record} onDone={close} />}
    />
  )
}
