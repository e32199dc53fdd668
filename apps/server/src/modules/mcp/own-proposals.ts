import { pagination } from '@steward/contract/lists/listing'
import { proposal, proposalStatuses, proposedRecord } from '@steward/contract/proposals/proposals'
import { mustBeOneOf } from '@steward/contract/values/said'
import { z } from 'zod'
import { notFound } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { isId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { maySeeRecords, proposeNeeds } from '../proposals/proposals.rules.ts'
import { findProposal, listProposals, type ProposalRow } from '../proposals/proposals.store.ts'
import { proposalView, proposedRecords } from '../proposals/proposals.view.ts'
import { withdraw } from '../proposals/propose.service.ts'
import { refuseUnknown } from './arguments.ts'
import { type JsonSchema, objectOf } from './json-schema.ts'
import { resultSchema } from './read-tools.ts'
import type { Tool } from './tool.ts'

const id: JsonSchema = { type: 'string', format: 'uuid', description: 'The _id of a proposal' }

const asked = z.object({
  status: z.enum(proposalStatuses, mustBeOneOf(proposalStatuses)).optional(),
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(25),
})

const named = z.object({ id: z.string() })

/** A proposal of one’s own. Its records are copies, which are shown to who may list them at this moment. */
const ownProposal = z.object({
  proposal,
  records: z
    .array(proposedRecord)
    .nullable()
    .meta({ description: 'Null where your role no longer lets you list them' }),
})

const now = () => new Date().toISOString()

/** What an agent does with its own proposals; those of other accounts aren't there for it. */
export function ownProposals({ db }: Pick<Services, 'db'>): Tool[] {
  const found = async (session: Session, sent: Readonly<Record<string, unknown>>) => {
    refuseUnknown(sent, ['id'])
    const { id: which } = validate(named, sent)
    const of = { account: session.user.id }
    const row = isId(which) ? await findProposal(db, which, of) : undefined
    if (!row) throw notFound('There is no such proposal.')
    return row
  }
  const shown = async (row: ProposalRow, session: Session) => ({
    asOf: now(),
    proposal: proposalView(row, session),
    records: maySeeRecords(session, row) ? await proposedRecords(db, row, session.scope) : null,
  })
  return [
    {
      name: 'list_proposals',
      title: 'Own proposals',
      description: 'The proposals of your account, the newest first, with what was decided',
      inputSchema: objectOf({
        status: { type: 'string', enum: [...proposalStatuses] },
        page: { type: 'integer', minimum: 1, default: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      }),
      ...resultSchema(z.object({ records: z.array(proposal), pagination })),
      reads: true,
      needs: [[proposeNeeds]],
      run: async (session, sent) => {
        refuseUnknown(sent, Object.keys(asked.shape))
        const { status, page, limit } = validate(asked, sent)
        const query = { page, limit, sort: '-createdAt' as const, area: undefined }
        const { rows, pagination } = await listProposals(
          db,
          { ...query, status: status && [status] },
          { account: session.user.id },
        )
        return { asOf: now(), records: rows.map((row) => proposalView(row, session)), pagination }
      },
    },
    {
      name: 'get_proposal',
      title: 'One of your proposals',
      description:
        'A proposal of your account: whether it waits, who decided and why, how far its job is, and its records',
      inputSchema: objectOf({ id }, ['id']),
      ...resultSchema(ownProposal),
      reads: true,
      needs: [[proposeNeeds]],
      run: async (session, sent) => shown(await found(session, sent), session),
    },
    {
      name: 'withdraw_proposal',
      title: 'Withdraw a proposal',
      description: 'Withdraw a proposal of your account that still waits',
      inputSchema: objectOf({ id }, ['id']),
      ...resultSchema(ownProposal),
      reads: false,
      needs: [[proposeNeeds]],
      run: async (session, sent) => {
        const { id: which } = await found(session, sent)
        return shown(await withdraw({ db }, session, which), session)
      },
    },
  ]
}
