import { kebabOf } from '@steward/contract/areas/area-lists'
import { areas as contract } from '@steward/contract/areas/areas'
import { areaFields } from '@steward/contract/areas/listings'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import { routes } from '@steward/contract/calls/routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import {
  type ProposalAction,
  type ProposalArea,
  proposable,
} from '@steward/contract/proposals/proposable'
import { type Proposal, proposalLimits } from '@steward/contract/proposals/proposals'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
import { say } from '@steward/i18n/sentence'
import type { Change } from '../../db/write/audit-lines.ts'
import { denyPermission, hasPermission } from '../../http/authorize.ts'
import { conflict, Failure, notPermitted } from '../../http/failure.ts'
import type { Session, Staff } from '../../http/session.ts'
import { mayShowEntry, visibleTo } from '../audit-log/audit-log.rules.ts'
import type { BoundsRow, Used } from './agent-bounds.store.ts'

/** What is to be done: the part of a proposal that says what, not to which records. */
export type Proposed = Pick<Proposal, 'area' | 'action' | 'patch'>

/**
 * The permissions that a change needs, one of each list: that of its call, that of the area's list, since records are
 * shown with it, and of users those for the types of everybody concerned.
 */
export function needsOfProposal(
  { area, action }: Pick<Proposed, 'area' | 'action'>,
  types: readonly UserType[] | null,
): (readonly Permission[])[] {
  const any = proposable[area][action] ?? []
  const each =
    types?.map((type) =>
      any.filter(({ submodule }) => submodule === userSubmodule[type] || any.length === 1),
    ) ?? []
  return [any, routes[`${area}.list`].needs, ...each.filter((needs) => needs.length > 0)]
}

/** The first permissions, any of which is enough, that somebody lacks; undefined where nothing is missing. */
export const lackingOf = (
  staff: Pick<Staff, 'permissions'>,
  needs: readonly (readonly Permission[])[],
): readonly Permission[] | undefined =>
  needs.find((any) => !any.some((each) => hasPermission(staff, each)))

/** Throws a Failure `not_permitted` where somebody lacks the permissions of a change. */
export function requireNeeds(
  staff: Pick<Staff, 'permissions'>,
  needs: readonly (readonly Permission[])[],
): void {
  const lacking = lackingOf(staff, needs)
  if (!lacking) return
  const [first] = lacking
  if (!first) throw conflict('This kind of change can’t be proposed.')
  denyPermission(first)
}

/**
 * Whether somebody may see the records of a proposal, before and after, which whoever proposed it could when they did.
 * The same condition as SQL is that of `listProposals`.
 */
export const maySeeRecords = (
  staff: Staff,
  { area, person_types }: { area: ProposalArea; person_types: readonly UserType[] | null },
): boolean => mayShowEntry({ area: kebabOf(area) as AuditArea, person_types }, visibleTo(staff))

/** Refuses what is outside the bounds, whatever was proposed before. */
export function requireWithinBounds(
  bounds: BoundsRow | undefined,
  { area, action }: Pick<Proposed, 'area' | 'action'>,
): asserts bounds is BoundsRow {
  if (!bounds) {
    throw notPermitted(
      'Nothing may be proposed with this account until somebody sets its bounds under System · Integrations · Agents.',
    )
  }
  if (!bounds.areas.includes(area)) {
    const areas = bounds.areas.map((name) => contract[name].many).join(', ')
    throw notPermitted(
      say('The bounds of this account only allow proposals about {areas}.', { areas }),
    )
  }
  if (!bounds.actions.includes(action)) {
    const actions = bounds.actions.join(', ')
    throw notPermitted(
      say('The bounds of this account only allow these actions: {actions}.', { actions }),
    )
  }
}

const hourMs = 3_600_000

/**
 * Refuses more records than may be proposed within an hour.
 * @param used what was proposed within the last hour, the oldest first
 */
export function requireRoom(
  { records_per_hour: max }: Pick<BoundsRow, 'records_per_hour'>,
  used: readonly Used[],
  records: number,
  now = Date.now(),
): void {
  if (records > max) {
    throw notPermitted(
      say('The bounds of this account allow {max} records an hour, and this is about {records}.', {
        max,
        records,
      }),
    )
  }
  let taken = used.reduce((sum, each) => sum + each.records, 0)
  if (taken + records <= max) return
  const left = Math.max(0, max - taken)
  let free = now
  for (const each of used) {
    if (taken + records <= max) break
    taken -= each.records
    free = Date.parse(each.at) + hourMs
  }
  throw new Failure(
    'too_many',
    say(
      'The bounds of this account allow {max} records an hour, of which {left} are left; there is room for {records} again at {at}.',
      { max, left, records, at: new Date(free).toISOString() },
    ),
    { retryAfter: Math.max(1, (free - now) / 1000) },
  )
}

/** Refuses a further proposal while too many wait. */
export function requireFewWaiting(waiting: number): void {
  if (waiting < proposalLimits.waiting) return
  throw new Failure(
    'too_many',
    say(
      '{max} proposals of this account wait for a decision, which is the maximum. Withdraw one, or wait until one is decided.',
      { max: proposalLimits.waiting },
    ),
    { retryAfter: 60 },
  )
}

/** Why a person may not decide a proposal; null where they may. */
export function obstacleOf(
  session: Pick<Session, 'user' | 'permissions'>,
  {
    user_id,
    area,
    action,
    person_types,
  }: {
    user_id: string
    area: ProposalArea
    action: ProposalAction
    person_types: readonly UserType[] | null
  },
): Proposal['obstacle'] {
  if (user_id === session.user.id) return 'own'
  return lackingOf(session, needsOfProposal({ area, action }, person_types)) ? 'permissions' : null
}

/** Refuses a decision about a proposal that doesn't wait any more. */
export function requireWaiting(row: {
  status: Proposal['status']
  decided_by_name: string | null
}): void {
  const name = row.decided_by_name ?? ''
  switch (row.status) {
    case 'waiting':
      return
    case 'approved':
      throw conflict(say('{name} has already approved this proposal.', { name }))
    case 'rejected':
      throw conflict(say('{name} has already rejected this proposal.', { name }))
    case 'withdrawn':
      throw conflict('This proposal was withdrawn.')
    case 'expired':
      throw conflict(
        say('This proposal has expired: it waited for {days} days.', { days: proposalLimits.days }),
      )
  }
}

/** The blast radius of a change: what it concerns beside its records. */
export interface BlastRadius {
  people: number
  mails: number
  sessions: number
}

type Row = Readonly<Record<string, unknown>>

/**
 * The blast radius of a change, from what a dry run of it changed.
 * @param mails how many users would be mailed
 */
export function blastRadiusOf(
  area: ProposalArea,
  changes: readonly Change[],
  mails: number,
): BlastRadius {
  const people = new Set<string>()
  let sessions = 0
  const columns = personColumns(area)
  for (const { before, after } of changes) {
    const rows = [before, after].filter((row) => row !== null) as Row[]
    for (const row of rows)
      for (const [id, name] of columns) {
        // Somebody without an account is told from others by name alone.
        const person = row[id] ?? row[name]
        if (typeof person === 'string' && person !== '') people.add(person)
      }
    if (area === 'users' && losesAccess(before as Row | null, after as Row | null)) sessions += 1
  }
  return { people: people.size, mails, sessions }
}

/** The columns that name the people whom a record is, or is about. */
function personColumns(area: ProposalArea): (readonly [id: string, name: string])[] {
  if (area === 'users') return [['id', 'id']]
  return Object.entries(areaFields[area])
    .filter(([, { kind }]) => kind === 'person' || kind === 'namedPerson')
    .map(([name]) => [`${name}_id`, `${name}_name`] as const)
}

const losesAccess = (before: Row | null, after: Row | null): boolean =>
  before !== null && maySignIn(before) && !(after !== null && maySignIn(after))

const maySignIn = (row: Row): boolean =>
  row['type'] === 'admin' && row['status'] === 'active' && !row['deleted_at'] && !!row['role_id']

/** The permission to propose anything at all. */
export const proposeNeeds = permission('System', 'Integrations', 'propose')

export const whatIs = ({ area, action }: Pick<Proposed, 'area' | 'action'>, count: number) =>
  `${action}: ${say(contract[area].count, { count })}`
