import { t } from '@steward/i18n/reader'
import { SearchLink, useAnySearch } from '../../ui/links/search-link.tsx'
import classes from './trash.module.css'

/** The way to what is deleted of a list, and back; search and filters stay as they are. */
export function TrashSwitch() {
  const { page, open, edit, sort, columns, deleted, view, includeDeleted, ...kept } = useAnySearch()
  return (
    <nav className={classes.switch} aria-label={t('Deleted or not')}>
      <SearchLink search={{ ...kept, view }} current={deleted !== 'only'}>
        {t('All')}
      </SearchLink>
      <SearchLink search={{ ...kept, deleted: 'only' }} current={deleted === 'only'}>
        {t('Deleted', {}, 'records')}
      </SearchLink>
    </nav>
  )
}
