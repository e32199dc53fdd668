import type { Rights } from '@steward/contract/permissions/conditions'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { notFound, notPermitted } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { namedInLog } from './ask.service.ts'
import { dependentsOn } from './consent-guard.ts'
import { heldNames, obstacleOf, obstacleWords, requireWaiting } from './consents.rules.ts'
import {
  type ConsentRow,
  decideConsent,
  findConsent,
  lockConsent,
  type Viewer,
} from './consents.store.ts'

export const viewerOf = (session: Rights & Pick<Session, 'user' | 'owner'>): Viewer => ({
  id: session.user.id,
  owner: session.owner,
  held: heldNames(session),
})

/** A request that the person may see; throws a Failure `not_found`. */
export async function visibleConsent(
  db: Services['db'],
  session: Rights & Pick<Session, 'user' | 'owner'>,
  id: string,
): Promise<ConsentRow> {
  const row = isId(id) ? await findConsent(db, id, viewerOf(session)) : undefined
  if (!row) throw notFound('There is no such request for consent.')
  return row
}

/**
 * Agrees to a call of somebody else, or declines it. Of two decisions at once the first holds.
 * @throws {Failure} `not_permitted` for whoever may not decide, `conflict` where it doesn't wait any more
 */
export const decide = (
  { db }: Pick<Services, 'db'>,
  session: Session,
  id: string,
  decision: { status: 'agreed' | 'declined'; reason: string | null },
): Promise<void> =>
  settle(db, session, id, decision, async ({ tx }, row, acting) => {
    const dependents = await dependentsOn(tx, row.user_id, [session.user.id], row.created_at)
    const obstacle = obstacleOf(acting, row, dependents)
    if (obstacle) throw notPermitted(obstacleWords(obstacle))
  })

/** Withdraws a request of one's own, also one that somebody has agreed to. */
export const withdraw = (
  { db }: Pick<Services, 'db'>,
  session: Session,
  id: string,
): Promise<void> =>
  settle(db, session, id, { status: 'withdrawn', reason: null }, async (_, row) => {
    if (row.user_id !== session.user.id) throw notFound('You have made no such request.')
  })

async function settle(
  db: Services['db'],
  session: Session,
  id: string,
  { status, reason }: { status: 'agreed' | 'declined' | 'withdrawn'; reason: string | null },
  check: (writing: WriteTransaction, row: ConsentRow, acting: Session) => Promise<void>,
): Promise<void> {
  await visibleConsent(db, session, id)
  await write(db, actorOf(session), async (writing) => {
    const { tx, note } = writing
    const { session: acting } = await lockAuthorities(writing, session, {})
    const row = await lockConsent(tx, id)
    if (!row) throw notFound('There is no such request for consent.')
    await check(writing, row, acting)
    if (status !== 'withdrawn' || row.status !== 'agreed') requireWaiting(row)
    await decideConsent(tx, id, { status, reason, by: session.user })
    note({
      area: 'consents',
      action: 'update',
      ...namedInLog(row),
      before: { status: row.status },
      after: { status, ...(reason && { reason }) },
    })
  })
}
