import type { LiveChange } from '@steward/contract/live'
import type { Visible } from '../audit-log/audit-log.store.ts'
import type { LiveEntry } from './live.store.ts'

/** An event of the stream: its id, and its data. */
export interface LiveEvent extends LiveChange {
  id: number
}

/** Records that an event names at the most. */
const mostIds = 500

/** What entries tell somebody: one event for those of one area and action that follow each other. */
export function eventsFor(entries: readonly LiveEntry[], visible: Visible): LiveEvent[] {
  const events: LiveEvent[] = []
  let many = false
  for (const entry of entries) {
    if (!mayBeTold(entry, visible)) continue
    const { id, at, area, action, record_id, record_count } = entry
    const last = events.at(-1)
    const ids = record_id ? [record_id] : []
    if (last && last.area === area && last.action === action) {
      many ||= record_count > 1 || last.ids.length + ids.length > mostIds
      last.ids = many ? [] : [...last.ids, ...ids]
      last.id = id
      last.at = at
    } else {
      many = record_count > 1
      events.push({ id, at, area, action, ids: many ? [] : ids })
    }
  }
  return events
}

const mayBeTold = ({ area, type }: LiveEntry, { all, areas, types }: Visible): boolean =>
  // Of a view no more is told than that it changed, and whoever asks is shown what is theirs.
  all ||
  area === 'saved-views' ||
  (areas.includes(area) && (area !== 'users' || types.includes(type ?? 'member')))

/** An event as server-sent events have it. */
export const eventText = ({ id, ...change }: LiveEvent): string =>
  `id: ${id}\ndata: ${JSON.stringify(change)}\n\n`

const idLine = (id: number | null): string => (id === null ? '' : `id: ${id}\n`)

/**
 * The first event of a stream: from where it goes on.
 * @param quiet milliseconds since the last change; null where there was none
 */
export const welcomeText = (id: number | null, quiet: number | null): string =>
  `${idLine(id)}event: welcome\ndata: ${JSON.stringify({ quiet })}\n\n`

/** Says that what the person may do has changed. */
export const permissionsText = 'event: permissions\ndata: {}\n\n'

/** Says that too much has happened: the client loads everything anew, and goes on from here. */
export const resetText = (id: number | null): string => `${idLine(id)}event: reset\ndata: {}\n\n`

/** Says that somebody came to a record, or went: whoever has it open asks who it is. */
export const presenceText = ({ area, record }: { area: string; record: string }): string =>
  `event: presence\ndata: ${JSON.stringify({ area, ids: [record] })}\n\n`
