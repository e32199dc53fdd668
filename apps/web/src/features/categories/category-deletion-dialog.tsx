import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import type { Category } from '../../api/answers/records.ts'
import classes from '../../ui/dialog/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { rich } from '../../ui/format/rich.tsx'
import { categories, whatHangs } from './categories.ts'

/** Lists what depends on a category before it is deleted; not possible with subcategories. */
export function CategoryDeletionDialog(props: { category: Category; go: () => void }) {
  const { category, go } = props
  const below = (category.childCount ?? 0) > 0
  const name = <bdi>{categories.name(category)}</bdi>
  return (
    <Dialog
      onClose={closeDialog}
      title={below ? rich('Can’t delete {name} yet', { name }) : rich('Delete {name}?', { name })}
    >
      <p className={classes.text}>{t('This category is used by:')}</p>
      <ul className="grid gap-4 mb-12">
        {whatHangs(category).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className={classes.text}>
        {below
          ? t('Move or delete its subcategories first.')
          : t('The posts are kept and still show this category.')}
      </p>
      <DialogActions>
        <Button data-autofocus onClick={closeDialog}>
          {below ? t('Close') : t('Cancel')}
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
            {t('Delete category')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
