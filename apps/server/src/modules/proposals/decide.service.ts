import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { notFound, notPermitted } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { createJob } from '../jobs/batches.store.ts'
import { needsOfProposal, requireNeeds, requireWaiting, whatIs } from './proposals.rules.ts'
import {
  decideProposal,
  findProposal,
  lockProposal,
  type ProposalRow,
  recordsOf,
} from './proposals.store.ts'

type Deciding = Pick<Services, 'db' | 'kickJobs'>

/** A proposal that the person may see; throws a Failure `not_found`. */
export async function visibleProposal(
  db: Services['db'],
  session: Session,
  id: string,
): Promise<ProposalRow> {
  const row = isId(id) ? await findProposal(db, id, { visible: visibleTo(session) }) : undefined
  if (!row) throw notFound('There is no such proposal.')
  return row
}

/**
 * Approves a proposal, which a job then carries out in the name of the person. Of two at once the first decides.
 * @throws {Failure} `not_permitted` for who proposed it, for a key, and without a permission of the change; `conflict`
 *   where it doesn't wait any more
 */
export async function approve(
  services: Deciding,
  session: Session,
  id: string,
  reason: string | null,
): Promise<ProposalRow> {
  await decide(services, session, id, async (writing, row) => {
    requireNeeds(session, needsOfProposal(row, row.person_types))
    const by = { _id: row.user_id, name: row.user_name }
    const { id: job } = await createJob(
      writing.tx,
      {
        area: row.area,
        action: 'proposal',
        patch: row.patch,
        startedBy: session.user.id,
        via: { proposal: { _id: id, by } },
      },
      recordsOf(id),
    )
    return { status: 'approved', reason, job }
  })
  services.kickJobs()
  return await visibleProposal(services.db, session, id)
}

export async function reject(
  services: Deciding,
  session: Session,
  id: string,
  reason: string,
): Promise<ProposalRow> {
  await decide(services, session, id, async () => ({ status: 'rejected', reason }))
  return await visibleProposal(services.db, session, id)
}

type Decided = { status: 'approved' | 'rejected'; reason: string | null; job?: string }

async function decide(
  { db }: Deciding,
  session: Session,
  id: string,
  work: (writing: WriteTransaction, row: ProposalRow) => Promise<Decided>,
): Promise<void> {
  if (session.key) throw notPermitted('Only a person can decide about a proposal.')
  await visibleProposal(db, session, id)
  await write(db, actorOf(session), async (writing) => {
    const { tx, note } = writing
    await lockProposal(tx, id)
    const row = await visibleProposal(tx, session, id)
    requireWaiting(row)
    if (row.user_id === session.user.id) {
      throw notPermitted('Somebody else has to decide about your own proposal.')
    }
    const decided = await work(writing, row)
    await decideProposal(tx, id, { ...decided, by: session.user })
    note({
      area: 'integrations',
      action: 'update',
      record: { id, title: whatIs(row, row.records) },
      before: { status: 'waiting' },
      after: { status: decided.status, ...(decided.reason && { reason: decided.reason }) },
    })
  })
}
