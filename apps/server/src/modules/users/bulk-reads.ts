import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { personTypesIn } from '../../db/write/audit-lines.ts'
import { actorOf, type Session } from '../../http/session.ts'

/** People shown to one session within the window, from which on the audit log tells of it. */
export const bulkReadOf = 1_000

/** Milliseconds from the first person shown, after which counting begins anew. */
const window = 60 * 60 * 1000

/** Sessions that are counted at once; beyond it the one counted longest is forgotten. */
const maxSessions = 500

interface Shown {
  since: number
  /** The random end of each id, so that who is shown twice counts once. */
  people: Set<number>
}

/** Counts who is shown to whom in lists of people and searches; one counter for all of them. */
export type CountShown = (session: Session, rows: readonly { id: string }[]) => Promise<void>

/** Tells the audit log of bulk reads without an export: each 1,000 people that lists show a session within an hour. */
export function countsShownPeople(db: Db, now: () => number = Date.now): CountShown {
  const shownTo = new Map<string, Shown>()
  return async (session, rows) => {
    let shown = shownTo.get(session.id)
    if (!shown || now() - shown.since > window) {
      shown = { since: now(), people: new Set() }
      shownTo.delete(session.id)
      shownTo.set(session.id, shown)
      const [longest] = shownTo.keys()
      if (shownTo.size > maxSessions && longest !== undefined) shownTo.delete(longest)
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
