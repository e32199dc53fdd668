import { t } from '@steward/i18n/reader'
import { IconHistory } from '@tabler/icons-react'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { SearchLink, useAnySearch } from '../../ui/links/search-link.tsx'
import classes from './time-travel.module.css'

export function PastBanner({ asOf }: { asOf: string }) {
  const { asOf: _, page, open, edit, ...now } = useAnySearch()
  return (
    <div className={classes.banner} role="note">
      <IconHistory size="1.125rem" aria-hidden />
      <span style={{ flex: '1 1 14rem' }}>
        {rich('As of {time}. This view is read-only.', {
          time: <Time at={Date.parse(asOf)} whole />,
        })}
      </span>
      <SearchLink search={now} current={false} className={classes.back}>
        {t('Back to now')}
      </SearchLink>
    </div>
  )
}
