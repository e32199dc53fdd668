import { actionsOf } from '../../shared/records/area-actions.tsx'
import { openDialog } from '../../ui/feedback/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { categories, whatHangs } from './categories.ts'

const CategoryDeletionDialog = dialogPart(
  async () => (await import('./category-deletion-dialog.tsx')).CategoryDeletionDialog,
)

/** What can be done with a category; it is asked before one is deleted on which something hangs. */
export const { Menu: CategoryMenu, Buttons: CategoryButtons } = actionsOf(
  categories,
  () => [],
  (category, go) => {
    if (whatHangs(category).length === 0) go()
    else openDialog(<CategoryDeletionDialog category={category} go={go} />)
  },
)
