import type { LiveChange } from '@steward/contract/system/live'
import { mayBeTold } from '../audit-log/audit-log.rules.ts'
import type { Visible } from '../audit-log/audit-log.store.ts'
import type { LiveEntry } from './live.store.ts'
import type { OpenRecord } from './presence.store.ts'

/** An event of the stream: its id, and its data. */
export interface LiveEvent extends LiveChange {
  id: number
}

/** Records that an event names at the most. */
const maxIds = 500

/** What entries tell somebody: one event for those of one area and action that follow each other. */
export function eventsFor(entries: readonly LiveEntry[], visible: Visible): LiveEvent[] {
  const events: LiveEvent[] = []
  let many = false
  for (const entry of entries) {
    // Of a view no more is told than that it changed, and whoever asks is shown what is theirs.
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

/** Whether somebody may be told who has a record open. */
export const mayBeToldOf = ({ area, type }: OpenRecord, visible: Visible): boolean =>
  mayBeTold({ area, person_types: type && [type] }, visible)

/** An event as server-sent events have it. */
export const eventText = ({ id, ...change }: LiveEvent): string =>
  `id: ${id}\ndata: ${JSON.stringify(change)}\n\n`

const idLine = (id: number | null): string => (id === null ? '' : `id: ${id}\n`)

/** The first event of a stream. @param quiet milliseconds since the last change; null where there was none */
export const welcomeText = (id: number | null, quiet: number | null): string =>
  `${idLine(id)}event: welcome\ndata: ${JSON.stringify({ quiet })}\n\n`

/** The first text of a stream that goes on: without any, the head of the answer would wait for the first event. */
export const onText = ': on\n\n'

/** Says that what the person may do has changed. */
export const permissionsText = 'event: permissions\ndata: {}\n\n'

/** Says that too much has happened: the client loads everything anew, and goes on from here. */
export const resetText = (id: number | null): string => `${idLine(id)}event: reset\ndata: {}\n\n`

/** Says that somebody came to a record, or went: whoever has it open asks who it is. */
export const presenceText = ({ area, record }: Pick<OpenRecord, 'area' | 'record'>): string =>
  `event: presence\ndata: ${JSON.stringify({ area, ids: [record] })}\n\n`
