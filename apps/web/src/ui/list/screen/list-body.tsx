import { t } from '@steward/i18n/reader'
import { IconInfoCircle, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { rich } from '../../format/rich.tsx'
import { Time } from '../../format/time.tsx'
import { drawerPart } from '../../page/lazy-part.tsx'
import { Note } from '../../page/note.tsx'
import { PageMessage } from '../../page/page-message.tsx'
import { isNarrowed } from '../url/list-codec.ts'
import type { BodyProps } from './list-nothing.tsx'
import { FailedList } from './list-states.tsx'
import type { ListData } from './use-list-data.ts'

// A failure and a lost connection leave no time to load what says so; this one does.
const NothingHere = drawerPart(async () => (await import('./list-nothing.tsx')).NothingHere)

/** The rows, or what is shown if there are none. */
export function ListBody<T>({ children, ...props }: BodyProps<T> & { children: ReactNode }) {
  const { data, state, definition, change } = props
  const { many, filters } = definition.list
  const clearAll = () => {
    // What only widens the list, such as "include deleted", stays.
    const kept = Object.entries(state.filters).filter(([key]) => filters[key] === 'switch')
    change({ search: '', filters: Object.fromEntries(kept) })
  }
  if (data.error) {
    return (
      <FailedList
        many={many}
        error={data.error}
        busy={data.loading}
        onRetry={data.retry}
        onClear={isNarrowed(state, definition) ? clearAll : undefined}
      />
    )
  }
  if (data.loading && data.offline)
    return (
      <PageMessage part icon={<IconWifiOff aria-hidden />} title={t('Not loaded yet')}>
        <p>
          {/* i18n: {many} is a plural noun such as “bills” */}
          {t('The {many} load automatically once you are back online.', { many: t(many) })}
        </p>
      </PageMessage>
    )
  if (data.loading || data.rows.length > 0 || data.stale) return children
  return <NothingHere {...props} onClear={clearAll} />
}

/** What has to be known of the rows: of when they are, while offline, and what the server can't do. */
export const ListNotes = <T,>({ data }: { data: ListData<T> }) => (
  <>
    {data.offline && data.loadedAt > 0 && (
      <Note role="status" icon={<IconWifiOff size="1rem" aria-hidden />}>
        {data.stale
          ? rich(
              'Last updated {time}; newer results load automatically once you are back online.',
              { time: <Time at={data.loadedAt} whole /> },
            )
          : rich('Last updated {time}.', { time: <Time at={data.loadedAt} whole /> })}
      </Note>
    )}
    {data.note && (
      <Note role="status" icon={<IconInfoCircle size="1rem" aria-hidden />}>
        {data.note}
      </Note>
    )}
  </>
)
