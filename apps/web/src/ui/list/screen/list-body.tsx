import { IconInfoCircle, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Time } from '../../format/time.tsx'
import { drawerPart } from '../../page/lazy-part.tsx'
import { isFirst } from '../url/first-view.ts'
import { isNarrowed } from '../url/list-codec.ts'
import type { ListState } from '../url/list-spec.ts'
import type { ChangeList } from '../url/use-list-state.ts'
import classes from './list.module.css'
import type { ListDefinition } from './list-definition.ts'
import { FailedList, OfflineList } from './list-states.tsx'
import type { ListData } from './use-list-data.ts'

// A failure and a lost connection leave no time to load what says so; these do.
const EmptyList = drawerPart(async () => (await import('./list-nothing.tsx')).EmptyList)
const UntoldList = drawerPart(async () => (await import('./list-nothing.tsx')).UntoldList)
const NothingFound = drawerPart(async () => (await import('./list-nothing.tsx')).NothingFound)
const PastTheEnd = drawerPart(async () => (await import('./list-nothing.tsx')).PastTheEnd)

/** The rows, or the one of the other screens that fits. */
export function ListBody<T>(props: {
  data: ListData<T>
  state: ListState
  definition: ListDefinition<T>
  change: ChangeList
  children: ReactNode
}) {
  const { data, state, definition, change } = props
  const { one, many } = definition.list
  const narrowed = isNarrowed(state, definition)
  const clearAll = () => {
    // What only widens the list, such as "include deleted", stays.
    const isSwitch = (key: string) => definition.list.filters[key] === 'switch'
    const filters = Object.entries(state.filters).filter(([key]) => isSwitch(key))
    change({ search: '', filters: Object.fromEntries(filters) })
  }
  if (data.error) {
    return (
      <FailedList
        many={many}
        error={data.error}
        busy={data.loading}
        narrowed={narrowed}
        onRetry={data.retry}
        onClear={clearAll}
      />
    )
  }
  if (data.loading) return data.offline ? <OfflineList many={many} /> : props.children
  if (data.rows.length > 0 || data.stale) return props.children
  if (data.untold) return <UntoldList many={many} />
  const { total = 0, totalPages = 0 } = data.pagination ?? {}
  if (total > 0) {
    return (
      <PastTheEnd
        page={state.page}
        last={totalPages}
        total={total}
        one={one}
        many={many}
        onLast={() => change({ page: Math.max(1, totalPages) }, { replace: true })}
      />
    )
  }
  if (narrowed)
    return (
      <NothingFound
        many={many}
        search={state.search}
        filtered={isNarrowed({ ...state, search: '' }, definition)}
        first={isFirst(state, definition.list)}
        done={isDone(state, definition) ? definition.done : undefined}
        onClear={clearAll}
      />
    )
  const { emptyTitle, emptyHint } = definition
  return <EmptyList many={many} title={emptyTitle} hint={emptyHint} />
}

/** Whether a list asks for its queue and nothing else. */
function isDone<T>({ search, filters }: ListState, { done }: ListDefinition<T>): boolean {
  const asked = Object.entries(filters)
  return (
    done !== undefined &&
    search.trim() === '' &&
    asked.length === Object.keys(done.filters).length &&
    asked.every(([key, value]) => String(value) === done.filters[key])
  )
}

/** What the reader has to know of the rows that stand there. */
export const ListNote = ({ children }: { children: string }) => (
  <p className={classes.offline} role="status">
    <IconInfoCircle size="1rem" aria-hidden />
    <span>{children}</span>
  </p>
)

/** Says, while offline, of when the rows are; that it is offline, the whole app says. */
export function OfflineNote<T>({ data }: { data: ListData<T> }) {
  if (data.loadedAt === 0) return null
  return (
    <p className={classes.offline} role="status">
      <IconWifiOff size="1rem" aria-hidden />
      <span>
        Last updated <Time at={data.loadedAt} whole />
        {data.stale ? '; newer results load automatically once you are back online.' : '.'}
      </span>
    </p>
  )
}
