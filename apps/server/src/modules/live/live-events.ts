import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { LiveChange } from '@steward/contract/live/live'
import { mayShowEntry } from '../audit-log/audit-log.rules.ts'
import type { Visible } from '../audit-log/audit-log.store.ts'
import type { LiveEntry } from './live.store.ts'
import type { OpenRecord } from './presence.store.ts'

export interface LiveEvent extends LiveChange {
  id: number
}

const maxIds = 500

const toldToAll: readonly AuditArea[] = ['saved-views', 'consents']

/** The events that a person may see, one for consecutive entries of the same area and action. */
export function eventsFor(entries: readonly LiveEntry[], visible: Visible): LiveEvent[] {
  const events: LiveEvent[] = []
  let many = false
  for (const entry of entries) {
    // Of these only the fact of a change is sent; the client loads what it may see.
    if (!toldToAll.includes(entry.area) && !mayShowEntry(entry, visible)) continue
    const { id, at, area, action, record_id, record_count } = entry
    const last = events.at(-1)
    const ids = record_id ? [record_id] : []
    if (last && last.area === area && last.action === action) {
      many ||= record_count > 1 || last.ids.length + ids.length > maxIds
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

export const mayShowRecord = ({ area, type }: OpenRecord, visible: Visible): boolean =>
  mayShowEntry({ area, person_types: type && [type] }, visible)

export const eventText = ({ id, ...change }: LiveEvent): string =>
  `id: ${id}\ndata: ${JSON.stringify(change)}\n\n`

const idLine = (id: number | null): string => (id === null ? '' : `id: ${id}\n`)

/** The first event of a stream; `quiet` is the milliseconds since the last change, null for none. */
export const welcomeText = (id: number | null, quiet: number | null): string =>
  `${idLine(id)}event: welcome\ndata: ${JSON.stringify({ quiet })}\n\n`

/** The first text of a resumed stream, so that its head is sent without waiting for events. */
export const onText = ': on\n\n'

export const permissionsText = 'event: permissions\ndata: {}\n\n'

/** An event that says no more than that requests and loans are to be loaded anew, so that it is sent to everybody. */
export const loansText = 'event: loans\ndata: {}\n\n'

/** An event on which the client reloads everything, after too many changes. */
export const resetText = (id: number | null): string => `${idLine(id)}event: reset\ndata: {}\n\n`

/** An event that somebody opened or left a record, on which clients load who has it open. */
export const presenceText = ({ area, record }: Pick<OpenRecord, 'area' | 'record'>): string =>
  `event: presence\ndata: ${JSON.stringify({ area, ids: [record] })}\n\n`
