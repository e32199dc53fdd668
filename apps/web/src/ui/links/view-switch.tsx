import { t } from '@steward/i18n/reader'
import classes from './link-tabs.module.css'
import { SearchLink, useAnySearch } from './search-link.tsx'

type View = NonNullable<ReturnType<typeof useAnySearch>['view']>

/**
 * Switches between list and other views (`view` in the URL); deleted records have the list only.
 */
export function ViewSwitch(props: { views: readonly { view: View | null; label: string }[] }) {
  const { page, open, edit, view: now = null, deleted, ...kept } = useAnySearch()
  const shown = deleted === undefined ? now : null
  return (
    // i18n: noun: as a list, a board, or a calendar
    <nav className={classes.tabs} aria-label={t('View')}>
      {props.views.map(({ view, label }) => (
        <SearchLink
          key={label}
          search={view === null ? { ...kept, deleted } : { ...kept, view }}
          current={view === shown}
          className={classes.tab}
        >
          {t(label)}
        </SearchLink>
      ))}
    </nav>
  )
}
