import { actionsOf } from '../../shared/records/area-actions.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { categories, whatHangs } from './categories.ts'

const CategoryDeletionDialog = dialogPart(
  async () => (await import('./category-deletion-dialog.tsx')).CategoryDeletionDialog,
)

/** The actions of a category; deleting one asks first if anything depends on it. */
export const { Menu: CategoryMenu, Buttons: CategoryButtons } = actionsOf(
  categories,
  () => [],
  (category, go) => {
    if (whatHangs(category).length === 0) go()
    else openDialog(<CategoryDeletionDialog category={category} go={go} />)
  },
)
