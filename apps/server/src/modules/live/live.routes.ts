import { kebabOf } from '@steward/contract/areas/area-lists'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { msg } from '@steward/i18n/reader'
import type { RecordTable } from '../../db/schema/tables.ts'
import { notFound, notPermitted } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { PersonRate } from '../../http/person-rate.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { mayShowRecord } from './live-events.ts'
import type { LiveHub } from './live-hub.ts'
import { announcePresence, findOpenable, notePresence, presentAt } from './presence.store.ts'

/** The rate limit of presence reports, enough for 40 tabs that each report every 10 seconds. */
export const presenceRate = { max: 300, windowMs: 60_000 }

/** Handlers of live changes and presence; `alone` means that no other server uses the database. */
export function liveHandlers(
  { db, areas }: Services,
  live: LiveHub,
  alone: boolean,
): HandlersOf<'live'> {
  const rate = new PersonRate(presenceRate, msg('Too many records opened. Please wait a moment.'))

  /** Throws a Failure where a record doesn't exist or may not be listed. */
  const mustBeOpenable = async (
    open: NonNullable<BodyOf<'live.presence'>['open']>,
    session: Session,
  ) => {
    const visible = visibleTo(session)
    const area = areas.all.find(({ name }) => kebabOf(name) === open.area)
    if (!area || !visible.areas.includes(open.area)) {
      throw notPermitted('You don’t have access to this record’s list.')
    }
    const found = await findOpenable(db, area.listing.table as RecordTable, open, session.scope)
    if (!found || !mayShowRecord(found, visible)) throw notFound('There is no such record.')
  }

  return {
    'live.stream': ({ session, lastEventId }) => live.open(session, lastEventId),
    'live.presence': async ({ body: { tab, open }, session }) => {
      rate.take(session.user.id)
      if (open) await mustBeOpenable(open, session)
      const changed = await notePresence(db, session.id, tab, open)
      if (alone) for (const each of changed) live.tellPresence(each)
      else await announcePresence(db, changed)
      const { types, scope } = visibleTo(session)
      const reader = { id: session.user.id, types, scope }
      return { data: { others: open ? await presentAt(db, open, reader) : [] } }
    },
  }
}
