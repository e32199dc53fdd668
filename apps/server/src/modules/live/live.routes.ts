import type { Db } from '../../db/connection.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import type { LiveHub } from './live-hub.ts'
import { announcePresence, notePresence, presentAt } from './presence.store.ts'

/**
 * Live changes, and who has which record open (contract, Of the journal and the trash).
 * @param alone whether no other server works on the database
 */
export const liveHandlers = (
  db: Db,
  live: LiveHub,
  alone: boolean,
): Handlers<'live.stream' | 'live.presence'> => ({
  'live.stream': ({ session, lastEventId }) => live.open(session, lastEventId),
  'live.presence': async ({ body: { tab, open }, session }) => {
    if (open && !visibleTo(session).areas.includes(open.area)) {
      throw new Failure('not_permitted', 'You may not list what this record belongs to.')
    }
    const changed = await notePresence(db, session.id, tab, open)
    if (alone) for (const each of changed) live.tellPresence(each)
    else await announcePresence(db, changed)
    return { data: { others: open ? await presentAt(db, open, session.user.id) : [] } }
  },
})
