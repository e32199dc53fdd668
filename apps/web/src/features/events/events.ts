import { t } from '@steward/i18n/reader'
import { queryOptions } from '@tanstack/react-query'
import type { Event } from '../../api/answers/records.ts'
import type { Row, SentQuery } from '../../api/listing.ts'
import { listOptions } from '../../shared/lists/list-options.ts'
import { lists } from '../../shared/lists/lists.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'
import { instantIn, ownZone } from '../../ui/format/zoned-time.ts'
import { dayAfter, type Month } from './month.ts'

interface MonthEvents {
  rows: Row<Event>[]
  left: number
}

/** The most pages of a hundred events that a month shows. */
const maxPages = 5

/** The events of a month's weeks, and how many of them are left out. */
export function monthEventsOptions(query: SentQuery, { weeks, name }: Month) {
  const { from, to, ...kept } = query
  const zone = ownZone()
  const first = weeks[0]?.[0] ?? name
  const last = weeks.at(-1)?.[6] ?? first
  const beginning = (day: string) => instantIn(`${day}T00:00`, zone)
  const bounds = {
    from: new Date(beginning(first)).toISOString(),
    to: new Date(beginning(dayAfter(last)) - 1).toISOString(),
  }
  return queryOptions({
    queryKey: ['events.month', kept, bounds],
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

export const events: RecordArea<Event> & { area: 'events' } = {
  area: 'events',
  hasForm: true,
  name: (event) => event.title ?? t('Untitled event'),
  changed: (client) => void client.invalidateQueries({ queryKey: ['events.month'] }),
}
