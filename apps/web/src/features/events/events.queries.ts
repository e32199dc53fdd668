import type { Event } from '@steward/contract/events/events'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Row, SentQuery } from '../../api/listing.ts'
import type { DeepPartial } from '../../api/read.ts'
import {
  putBack,
  putOnTop,
  type Rollback,
  reloadLists,
  replaceRecord,
} from '../../api/record-cache.ts'
import { listOptions } from '../../shared/list/list-options.ts'
import { lists } from '../../shared/list/lists.ts'
import type { Month } from './month.ts'

interface MonthEvents {
  rows: Row<Event>[]
  left: number
}

/** The most pages of a hundred events that a month shows. */
const maxPages = 5

/** The events of a month's weeks, and how many of them are left out. */
export function monthEventsOptions(query: SentQuery, { weeks, name }: Month) {
  const { from, to, ...kept } = query
  const first = weeks[0]?.[0] ?? new Date()
  const last = weeks.at(-1)?.[6] ?? first
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  const bounds = { from: first.toISOString(), to: new Date(end.getTime() - 1).toISOString() }
  return queryOptions({
    queryKey: ['events.month', kept, name],
    queryFn: async (context): Promise<MonthEvents> => {
      const rows: Row<Event>[] = []
      for (let page = 1; ; page += 1) {
        const asked = { ...kept, ...bounds, sort: 'startsAt', limit: '100', page: String(page) }
        const { rows: found, pagination } = await listOptions(lists.events)(asked).queryFn(context)
        rows.push(...found)
        const left = Math.max(0, (pagination?.total ?? rows.length) - rows.length)
        if (left === 0 || found.length === 0 || page === maxPages) return { rows, left }
      }
    },
  })
}

/** Has the months of the calendar loaded anew. */
export const reloadMonths = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ['events.month'] })

/**
 * Shows a change of an event on the calendar before the server has answered.
 * @returns takes it back
 */
export function showInMonths(
  client: QueryClient,
  id: string,
  change: Partial<DeepPartial<Event>>,
): Rollback {
  const put = (of: (record: DeepPartial<Event>) => DeepPartial<Event>) =>
    client.setQueriesData<MonthEvents>(
      { queryKey: ['events.month'] },
      (month) =>
        month && {
          ...month,
          rows: month.rows.map((row) => (row.id === id ? { id, record: of(row.record) } : row)),
        },
    )
  const months = client.getQueriesData<MonthEvents>({ queryKey: ['events.month'] })
  const was = months.flatMap(([, month]) => month?.rows.find((row) => row.id === id) ?? [])[0]
  put((record) => ({ ...record, ...change }))
  return () => was && put((record) => putBack(record, change, was.record))
}

/** Puts an event as the server answered it wherever it is shown. */
export function keepEvent(client: QueryClient, id: string, event: DeepPartial<Event>): void {
  replaceRecord<Event>(client, 'events', id, event)
  void reloadLists(client, 'events')
  reloadMonths(client)
}

/**
 * Puts a new event on top of the list as it stands; the next load puts it where its order says.
 * @param event null where the server told nothing of it: then the list is loaded anew
 */
export function putNewEvent(
  client: QueryClient,
  id: string,
  event: DeepPartial<Event> | null,
): void {
  if (event) putOnTop<Event>(client, 'events', 'events.list', id, event)
  else void reloadLists(client, 'events')
  reloadMonths(client)
}
