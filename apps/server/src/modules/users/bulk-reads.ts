import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { personTypesIn } from '../../db/write/audit-lines.ts'
import { actorOf } from '../../http/session.ts'
import { keepLatest } from '../../keep-latest.ts'
import type { Services } from '../../services.ts'

export const bulkReadOf = 1_000

/** How long people are counted, in milliseconds from the first person shown. */
const window = 60 * 60 * 1000

/** The greatest number of counted sessions; beyond it the oldest count is dropped. */
const maxSessions = 500

interface Shown {
  since: number
  /** The last 12 digits of each person's id, as a number. */
  people: Set<number>
}

/** Logs a bulk read each time that lists show a session {@link bulkReadOf} people within an hour. */
export function countsShownPeople(db: Db, now: () => number = Date.now): Services['countShown'] {
  const shownTo = new Map<string, Shown>()
  return async (session, rows) => {
    let shown = shownTo.get(session.id)
    if (!shown || now() - shown.since > window) {
      shown = { since: now(), people: new Set() }
      keepLatest(shownTo, session.id, shown, maxSessions)
    }
    for (const { id } of rows) shown.people.add(Number.parseInt(id.slice(-12), 16))
    if (shown.people.size < bulkReadOf) return
    shownTo.delete(session.id)
    await auditEvent(db, actorOf(session), {
      action: 'export',
      area: 'users',
      personTypes: personTypesIn('users'),
      detail: 'Read in lists within an hour',
      after: { rows: shown.people.size },
    })
  }
}
