import type { LiveChange } from '@steward/contract/system/live'
import { mayBeTold } from '../audit-log/audit-log.rules.ts'
import type { Visible } from '../audit-log/audit-log.store.ts'
import type { LiveEntry } from './live.store.ts'
import type { OpenRecord } from './presence.store.ts'

export interface LiveEvent extends LiveChange {
  id: number
}

const maxIds = 500

/** Events for somebody: one for consecutive entries of one area and action. */
export function eventsFor(entries: readonly LiveEntry[], visible: Visible): LiveEvent[] {
  const events: LiveEvent[] = []
  let many = false
  for (const entry of entries) {
    // Of a view only that it changed is sent; the client asks for what it may see.
    if (entry.area !== 'saved-views' && !mayBeTold(entry, visible)) continue
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

export const mayBeToldOf = ({ area, type }: OpenRecord, visible: Visible): boolean =>
  mayBeTold({ area, person_types: type && [type] }, visible)

export const eventText = ({ id, ...change }: LiveEvent): string =>
  `id: ${id}\ndata: ${JSON.stringify(change)}\n\n`

const idLine = (id: number | null): string => (id === null ? '' : `id: ${id}\n`)

/** The first event. @param quiet milliseconds since the last change; null without one */
export const welcomeText = (id: number | null, quiet: number | null): string =>
  `${idLine(id)}event: welcome\ndata: ${JSON.stringify({ quiet })}\n\n`

/** The first text of a resumed stream: without any, the response head would wait for an event. */
export const onText = ': on\n\n'

export const permissionsText = 'event: permissions\ndata: {}\n\n'

/** Too much has happened: the client reloads everything. */
export const resetText = (id: number | null): string => `${idLine(id)}event: reset\ndata: {}\n\n`

/** Somebody opened or left a record: clients that have it open ask who it is. */
export const presenceText = ({ area, record }: Pick<OpenRecord, 'area' | 'record'>): string =>
  `event: presence\ndata: ${JSON.stringify({ area, ids: [record] })}\n\n`
