import type { AgentBounds } from '@steward/contract/proposals/proposals'
import { say } from '@steward/i18n/sentence'
import { write } from '../../db/write/write.ts'
import { hasPermission } from '../../http/authorize.ts'
import { notFound } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { actorOf } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { checkVersion } from '../records/checks.ts'
import { modulesOf } from '../roles/staff.store.ts'
import {
  type BoundsRow,
  deleteBounds,
  findBoundAccount,
  findBounds,
  listBoundAccounts,
  listBounds,
  lockBoundsFor,
  saveBounds,
} from './agent-bounds.store.ts'
import { approve, reject, visibleProposal } from './decide.service.ts'
import { proposeNeeds } from './proposals.rules.ts'
import { listProposals } from './proposals.store.ts'
import { proposalView, proposedRecords } from './proposals.view.ts'

/** Handlers of what people decide about proposals of agents (docs/decisions/0071-agents.md). */
export function proposalsHandlers(services: Services): HandlersOf<'proposals'> {
  const { db } = services
  return {
    'proposals.list': async ({ query, session }) => {
      const { rows, pagination } = await listProposals(db, query, { visible: visibleTo(session) })
      return { data: { proposals: rows.map((row) => proposalView(row, session)), pagination } }
    },
    'proposals.details': async ({ params: { id }, session }) => {
      const row = await visibleProposal(db, session, id)
      const records = await proposedRecords(db, row, session.scope)
      return { data: { proposal: proposalView(row, session), records } }
    },
    'proposals.approve': async ({ params: { id }, body, session }) => {
      const row = await approve(services, session, id, body.reason)
      return {
        message: say(
          'Approved: {count, plural, one {# record is} other {# records are}} being changed.',
          {
            count: row.records,
          },
        ),
        data: proposalView(row, session),
      }
    },
    'proposals.reject': async ({ params: { id }, body, session }) => {
      const row = await reject(services, session, id, body.reason)
      return { message: 'Proposal rejected', data: proposalView(row, session) }
    },
  }
}

const boundsView = (row: BoundsRow): AgentBounds => ({
  _id: row.id,
  account: { _id: row.user_id, name: row.user_name },
  key: row.key_id === null ? null : { _id: row.key_id, name: row.key_name ?? '' },
  areas: row.areas,
  actions: row.actions,
  recordsPerHour: row.records_per_hour,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

/** The bounds for the audit log. */
const boundsNoted = ({ areas, actions, records_per_hour }: BoundsRow) => ({
  areas: areas.join(', '),
  actions: actions.join(', '),
  records_per_hour,
})

const titleOf = ({ user_name, key_name }: Pick<BoundsRow, 'user_name' | 'key_name'>) =>
  key_name === null ? user_name : `${user_name} · ${key_name}`

/** Handlers of the bounds within which agents propose. */
export function agentBoundsHandlers({ db, config }: Services): HandlersOf<'agentBounds'> {
  const { mcp } = config
  return {
    'agentBounds.list': async () => {
      const [bounds, accounts] = await Promise.all([
        listBounds(db),
        listBoundAccounts(db, mcp.issuer !== null),
      ])
      return {
        data: {
          bounds: bounds.map(boundsView),
          accounts: accounts.map(({ id, name, service, permissions, system, keys }) => ({
            _id: id,
            name,
            service,
            mayPropose: hasPermission(
              { permissions: modulesOf(permissions, system) },
              proposeNeeds,
            ),
            keys,
          })),
          url: mcp.url,
          issuer: mcp.issuer,
        },
      }
    },
    'agentBounds.save': async ({ body, session }) => {
      const row = await write(db, actorOf(session), async ({ tx, note }) => {
        const account = await findBoundAccount(tx, body.account, body.key)
        if (!account) throw notFound('There is no such account, or it doesn’t have this key.')
        const before = await lockBoundsFor(tx, body)
        if (before) await checkVersion(body.version, before, async () => boundsView(before))
        const id = await saveBounds(tx, before, body)
        const after = (await findBounds(tx, id)) as BoundsRow
        note({
          area: 'integrations',
          action: before ? 'update' : 'create',
          record: { id, title: titleOf(after) },
          before: before ? boundsNoted(before) : null,
          after: boundsNoted(after),
        })
        return after
      })
      return { message: 'Bounds saved', data: boundsView(row) }
    },
    'agentBounds.delete': async ({ params: { id }, session }) => {
      await write(db, actorOf(session), async ({ tx, note }) => {
        const row = isId(id) ? await findBounds(tx, id) : undefined
        if (!row || !(await deleteBounds(tx, id))) throw notFound('There are no such bounds.')
        note({
          area: 'integrations',
          action: 'delete',
          record: { id, title: titleOf(row) },
          before: boundsNoted(row),
        })
      })
      return { message: 'Bounds removed', data: {} }
    },
  }
}
