import type { Several } from '@steward/contract/areas/area-permissions'
import type { BulkAction } from '@steward/contract/areas/areas'
import { msg } from '@steward/i18n/reader'
import type { Said } from '@steward/i18n/sentence'
import { type RecordTable, type SeenRecord, tableOf } from '../../db/schema/tables.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict, Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import type { OpenJob } from '../jobs/running.store.ts'
import type { CarryOut } from '../jobs/undo-jobs.ts'
import type { AreaRegistry } from '../records/area.ts'
import { type Apply, emptyOutcome, type MailedUser, type Outcome } from '../records/bulk.ts'
import type { SentFields } from '../records/saves.ts'
import { needsOfProposal, type Proposed } from './proposals.rules.ts'
import { findProposal, findRecords } from './proposals.store.ts'

type SentById = ReadonlyMap<string, SentFields>

/** Does what a proposal says to these records, within a transaction, by the rules of the calls that do. */
export async function applyProposed(
  areas: AreaRegistry,
  { area, action, patch }: Proposed,
  writing: WriteTransaction,
  session: Session,
  records: { ids: readonly string[]; sent: SentById },
): Promise<Outcome> {
  if (action !== 'create' && action !== 'update') {
    const apply: Apply | undefined = areas.bulk[area].bulk.actions[action as BulkAction]
    if (!apply) throw conflict('This kind of change can’t be proposed.')
    return await apply(writing, records.ids, patch, session)
  }
  const save = areas.all.find(({ name }) => name === area)?.saves?.[action]
  if (!save) throw conflict('This kind of change can’t be proposed.')
  const outcome = emptyOutcome()
  const mailed: MailedUser[] = []
  for (const id of records.ids) {
    const sent = records.sent.get(id) ?? {}
    try {
      mailed.push(...(await writing.attempt(() => save(writing, session, { id, sent }))))
      outcome.changed.push(id)
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      outcome.failures.push({ id, name: null, message: failure.said, failure })
    }
  }
  return { ...outcome, mailed }
}

const changedSince: Said = msg('It has changed since this was proposed, so it was left as it is.')

/** What tells whether a record has changed; a row without a version has none. */
const seenOf = (row: { updated_at: string; version?: number }): SeenRecord => ({
  updated_at: row.updated_at,
  version: row.version ?? null,
})

/** Whether a record is as an agent saw it when it proposed. */
export const isAsSeen = (seen: SeenRecord | null, now: SeenRecord | undefined): boolean =>
  seen === null
    ? now === undefined
    : now !== undefined && now.updated_at === seen.updated_at && now.version === seen.version

/** What jobs carry out approved proposals with; records that have changed since are left as they are. */
export const carryOut = ({ db, areas }: Pick<Services, 'db' | 'areas'>): CarryOut => ({
  needsOf: async (job) => {
    const row = await findProposal(db, proposalOf(job), everything)
    return row ? (needsOfProposal(row, row.person_types) as Several[]) : [[]]
  },
  apply:
    (job): Apply =>
    async (writing, ids, _patch, session) => {
      if (!session) throw new Error('a proposal is approved by somebody')
      const proposal = await findProposal(writing.tx, proposalOf(job), everything)
      if (!proposal) throw new Error('the proposal of a job is gone')
      const records = await findRecords(writing.tx, proposal.id, ids)
      const byId = new Map(records.map((record) => [record.record_id, record]))
      const rows = await writing.lock(tableOf(proposal.area) as RecordTable, ids)
      const now = new Map(rows.map((row) => [row.id, seenOf(row)]))
      const isUnchanged = (id: string) => isAsSeen(byId.get(id)?.seen ?? null, now.get(id))
      const outcome = await applyProposed(areas, proposal, writing, session, {
        ids: ids.filter(isUnchanged),
        sent: new Map(records.map(({ record_id, sent }) => [record_id, sent ?? {}])),
      })
      const left = ids.filter((id) => !isUnchanged(id))
      const nameOf = (id: string) => byId.get(id)?.title ?? null
      return {
        ...outcome,
        failures: [
          ...outcome.failures.map((each) => ({ ...each, name: each.name ?? nameOf(each.id) })),
          ...left.map((id) => ({ id, name: nameOf(id), message: changedSince })),
        ],
      }
    },
})

/** A job sees its proposal whoever may list what. */
const everything = { visible: { areas: [], types: [], all: true, scope: null } } as const

const proposalOf = (job: Pick<OpenJob, 'via'>): string => job.via?.proposal?._id ?? ''
