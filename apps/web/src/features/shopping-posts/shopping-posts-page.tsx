import { RecordsPage } from '../../shared/records/records-page.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { shoppingPostDefinition } from './shopping-post-definition.tsx'
import { shoppingPosts } from './shopping-posts.ts'

const ShoppingPostRecord = drawerPart(
  async () => (await import('./shopping-post-record.tsx')).ShoppingPostRecord,
)

export const ShoppingPostsPage = () => (
  <RecordsPage of={shoppingPosts} definition={shoppingPostDefinition} Record={ShoppingPostRecord} />
)
