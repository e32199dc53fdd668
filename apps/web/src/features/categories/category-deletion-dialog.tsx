import { Button } from '@mantine/core'
import type { Category } from '../../api/answers/records.ts'
import classes from '../../ui/dialog/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { categories, whatHangs } from './categories.ts'

/** Lists what depends on a category before it is deleted; not possible with subcategories. */
export function CategoryDeletionDialog(props: { category: Category; go: () => void }) {
  const { category, go } = props
  const below = (category.childCount ?? 0) > 0
  return (
    <Dialog
      onClose={closeDialog}
      title={
        <>
          {below ? 'Can’t delete ' : 'Delete '}
          <bdi>{categories.name(category)}</bdi>
          {below ? ' yet' : '?'}
        </>
      }
    >
      <p className={classes.text}>This category is used by:</p>
      <ul className="grid gap-4 mb-12">
        {whatHangs(category).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className={classes.text}>
        {below
          ? 'Move or delete its subcategories first.'
          : 'The posts are kept and still show this category.'}
      </p>
      <DialogActions>
        <Button data-autofocus onClick={closeDialog}>
          {below ? 'Close' : 'Cancel'}
        </Button>
        {!below && (
          <Button
            variant="filled"
            color="red.9"
            onClick={() => {
              closeDialog()
              go()
            }}
          >
            Delete category
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
