import { IconHistory } from '@tabler/icons-react'
import { Time } from '../../ui/format/time.tsx'
import { SearchLink, useAnySearch } from '../../ui/links/search-link.tsx'
import classes from './time-travel.module.css'

export function PastBanner({ asOf }: { asOf: string }) {
  const { asOf: _, page, open, edit, ...now } = useAnySearch()
  return (
    <div className={classes.banner} role="note">
      <IconHistory size="1.125rem" aria-hidden />
      <span style={{ flex: '1 1 14rem' }}>
        As of <Time at={Date.parse(asOf)} whole />. This view is read-only.
      </span>
      <SearchLink search={now} current={false} className={classes.back}>
        Back to now
      </SearchLink>
    </div>
  )
}
