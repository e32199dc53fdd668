import { drawerPart } from '../../ui/page/lazy-part.tsx'

/** The record of a category, of which the code comes with the first one that opens, from list and tree alike. */
export const LaterCategoryRecord = drawerPart(
  async () => (await import('./category-record.tsx')).CategoryRecord,
)
