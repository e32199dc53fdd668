import { IconHistory } from '@tabler/icons-react'
import { Time } from '../../ui/format/time.tsx'
import { SearchLink, useAnySearch } from '../../ui/page/search-link.tsx'
import classes from './time-travel.module.css'

/** Says that what is shown stood so at a time in the past, and leads back to now. */
export function PastBanner({ asOf }: { asOf: string }) {
  const { asOf: _, page, open, edit, ...now } = useAnySearch()
  return (
    <div className={classes.banner} role="note">
      <IconHistory size={18} aria-hidden />
      <span>
        As it stood on <Time at={Date.parse(asOf)} whole />. Nothing can be changed here.
      </span>
      <SearchLink search={now} current={false} className={classes.back}>
        Back to now
      </SearchLink>
    </div>
  )
}
