import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import { needsOf, type Several } from '@steward/contract/areas/area-permissions'
import {
  type AreaName,
  areaNames,
  areas as contract,
  type ExportArea,
} from '@steward/contract/areas/areas'
import { needsOfChange, type RecordChange } from '@steward/contract/areas/change-needs'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { ConsentRule } from '@steward/contract/consents/consents'
import { exportNeeds } from '@steward/contract/exports/exports.routes'
import { permission, permissionName } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
import type { Db } from '../../db/connection/connection.ts'
import { type RecordTable, tableOf } from '../../db/schema/tables.ts'
import { type Change, lineOf, personTypesIn, personTypesOf } from '../../db/write/audit-lines.ts'
import type { Effect } from '../../db/write/change-guard.ts'
import { needsOfJob } from '../jobs/work.ts'
import { needsOfProposal } from '../proposals/proposals.rules.ts'
import { findProposal } from '../proposals/proposals.store.ts'
import { fieldOf } from '../records/checks.ts'
import { byTypes, type Concern, concernsOwners, mayConcernOwners } from './consents.rules.ts'
import {
  digestOfJob,
  findJobs,
  hasOwnerInJob,
  type JobConcern,
  ownerRoleIds,
  type RulesRow,
  readRules,
  typesInJob,
} from './consents.store.ts'

/** Who makes which call. */
interface Caller {
  person: string
  call: EndpointName
}

/** What an effect needs consent for by the rules as they are; undefined where it needs none. */
export async function concernOf(
  tx: Db,
  caller: Caller,
  effect: Effect,
): Promise<Concern | undefined> {
  switch (effect.kind) {
    case 'changes':
      return await ofChanges(tx, caller, effect.changes)
    case 'jobs':
      return await ofJobs(tx, caller, effect)
    case 'export':
      return await ofExport(tx, effect)
    case 'import':
      return await ofImport(tx, effect)
    case 'setting':
      return await ofSetting(tx, effect)
  }
}

async function ofChanges(tx: Db, { person, call }: Caller, changes: readonly Change[]) {
  const count = new Set(changes.map(idOf)).size
  const purges = changes.some(({ after }) => after === null)
  // One change of one record, which nothing covers, is told without a look at the rules.
  if (!purges && count < 2 && !changes.some(mayConcernOwners)) return undefined
  const rules = await readRules(tx)
  const roles = rules.owner_roles ? await ownerRoleIds(tx) : []
  const owners = changes.some((change) => concernsOwners(change, roles, person))
  const hit = hitBy(rules, { purge: purges, ownerRoles: owners, count })
  if (hit.length === 0) return undefined

  const main = changes.find(({ after }) => (purges ? after === null : true)) as Change
  const area = areaOf(main.table)
  const types = area === 'users' ? typesIn(changes) : null
  const touched = [...new Set(changes.map(({ table }) => areaOf(table)))]
  return {
    rules: hit,
    area,
    action: lineOf(main)[0]?.action ?? 'update',
    detail: null,
    count,
    needs: unique([
      ...needsOfCall(call, changes, types),
      ...touched.flatMap((each) => listNeeds(each, each === 'users' ? typesIn(changes) : null)),
    ]),
    forOwners: owners,
    proposedBy: null,
    content: changes.map(signOf).sort(),
  }
}

/** What a change is bound to: the record and its version, or that there is a new one. */
function signOf({ table, before, after }: Change): string {
  const { id, updated_at, version } = (before ?? {}) as Readonly<Record<string, unknown>>
  const what = after === null ? 'purge' : 'change'
  return before ? `${table} ${what} ${id} ${updated_at} ${version ?? ''}` : `${table} create`
}

/** The id of the record that a change is about. */
export const idOf = ({ before, after }: Change): string => ((after ?? before) as { id: string }).id

const areaOf = (table: RecordTable): AreaName =>
  areaNames.find((name) => tableOf(name) === table) as AreaName

const typesIn = (changes: readonly Change[]): UserType[] =>
  personTypesOf(
    'users',
    changes
      .filter(({ table }) => table === 'users')
      .flatMap(({ before, after }) => [before, after]),
  ) ?? []

const listNeeds = (area: AreaName, types: readonly UserType[] | null): string[][] =>
  byTypes(needsOf(contract[area], area, 'list'), types)

/** The permissions of a call; of an undo, those of the changes that take something back. */
function needsOfCall(
  call: EndpointName,
  changes: readonly Change[],
  types: readonly UserType[] | null,
): string[][] {
  const { needs } = routes[call]
  const own = typeof needs === 'string' ? [] : byTypes(needs, types)
  if (!call.startsWith('auditLog.')) return own
  return [...own, ...changes.flatMap(needsOfStep)]
}

function needsOfStep(change: Change): string[][] {
  const area = areaOf(change.table)
  const [line] = lineOf(change)
  const step: RecordChange =
    line?.action === 'restore' || change.after === null || change.before === null
      ? change.before === null || line?.action === 'restore'
        ? 'restore'
        : 'delete'
      : { fields: Object.keys(line?.after ?? {}).map(fieldOf) }
  const types = area === 'users' ? typesIn([change]) : undefined
  return (needsOfChange(area, step, types) ?? []).flatMap((any) => byTypes(any, null))
}

async function ofJobs(
  tx: Db,
  { call }: Caller,
  { ids, erases }: Extract<Effect, { kind: 'jobs' }>,
) {
  const rules = await readRules(tx)
  const jobs = await findJobs(tx, ids)
  const roles = rules.owner_roles ? await ownerRoleIds(tx) : []
  const count = jobs.reduce((sum, { total }) => sum + total, 0)
  const givesOwner = async (job: JobConcern) =>
    roles.length > 0 &&
    areaOfJob(job) === 'users' &&
    (roles.includes(job.patch?.role ?? '') || (await hasOwnerInJob(tx, job.id)))
  const owners = (await Promise.all(jobs.map(givesOwner))).some(Boolean)
  const purge = jobs.some(({ action }) => action === 'purge' || action === 'erase')
  const hit = hitBy(rules, { purge, ownerRoles: owners, count })
  const [first] = jobs
  if (hit.length === 0 || !first) return undefined

  const parts = []
  for (const job of jobs) parts.push(await partOfJob(tx, call, job))
  return {
    rules: hit,
    area: areaOfJob(first),
    action: parts[0]?.action ?? first.action,
    detail: erases?.content ?? first.patch?.status ?? null,
    count,
    needs: unique([
      ...parts.flatMap(({ needs }) => needs),
      ...(erases ? [viewNeed(erases.person.type)] : []),
    ]),
    forOwners: owners,
    proposedBy: parts[0]?.proposedBy ?? null,
    // The records of an erasure have been changed by now, as the access of the person has ended.
    content: erases
      ? [signOf({ table: 'users', before: erases.person, after: null }), erases.content]
      : parts.map(({ sign }) => sign),
  }
}

const viewNeed = (type: UserType): string[] => [
  permissionName(permission('Users', userSubmodule[type], 'view')),
]

const areaOfJob = ({ area }: Pick<JobConcern, 'area'>): AreaName => listOf(area).area

/** What one job does, to which records, and what is needed to decide about it. */
async function partOfJob(tx: Db, call: EndpointName, job: JobConcern) {
  const area = areaOfJob(job)
  const types = area === 'users' ? await typesInJob(tx, job.id) : null
  const proposal = job.proposal
    ? await findProposal(tx, job.proposal, {
        visible: { areas: [], types: [], all: true, scope: null },
      })
    : undefined
  const { needs: ofCall } = routes[call]
  const own = proposal
    ? needsOfProposal(proposal, types).flatMap((any) => byTypes(any, null))
    : byTypes(needsOfJob(job) ?? (typeof ofCall === 'string' ? [] : ofCall), types)
  return {
    action: proposal?.action ?? job.action,
    needs: [...own, ...listNeeds(area, types)],
    proposedBy: proposal?.user_id ?? null,
    sign: [job.area, job.action, job.patch, await digestOfJob(tx, job.id, tableOf(area))],
  }
}

async function ofExport(tx: Db, effect: Extract<Effect, { kind: 'export' }>) {
  const list = effect.list as ExportArea
  const all = personTypesIn(list)
  if (!all || !(await readRules(tx)).export_people) return undefined
  const { area } = listOf(list)
  const needs: Several = exportNeeds[list]
  return {
    rules: ['exportPeople' as const],
    area,
    action: 'export',
    detail: kebabOf(list) as string,
    count: effect.total,
    needs: byTypes(needs, effect.types),
    forOwners: false,
    proposedBy: null,
    content: await effect.digest(),
  }
}

async function ofImport(
  tx: Db,
  { list, fileName, rows, types, ...effect }: Extract<Effect, { kind: 'import' }>,
) {
  const rules = await readRules(tx)
  const hit = hitBy(rules, { purge: false, ownerRoles: false, count: rows })
  if (hit.length === 0) return undefined
  const { area } = listOf(list)
  const own = effect.needs.map((need) => [permissionName(need)])
  return {
    rules: hit,
    area,
    action: 'import',
    detail: fileName,
    count: rows,
    needs: unique([...own, ...listNeeds(area, types)]),
    forOwners: false,
    proposedBy: null,
    // What was shown of the first rows is bound as well, so that a record that has changed asks anew.
    content: [effect.content, effect.first.map(signOf).sort()],
  }
}

async function ofSetting(
  tx: Db,
  { setting, title, version }: Extract<Effect, { kind: 'setting' }>,
) {
  const rules = await readRules(tx)
  if (setting === 'ownerRoles' && !rules.owner_roles) return undefined
  // To keep deleted records for fewer days deletes the older ones for good.
  const isPurge = setting === 'trash'
  if (isPurge && !rules.purge) return undefined
  return {
    rules: [isPurge ? ('purge' as const) : setting],
    area: null,
    action: 'update',
    detail: title,
    count: 1,
    needs: isPurge ? [[permissionName(permission('System', 'Personal data', 'update'))]] : [],
    forOwners: !isPurge,
    proposedBy: null,
    content: [setting, title, version],
  }
}

function hitBy(
  rules: RulesRow,
  does: { purge: boolean; ownerRoles: boolean; count: number },
): ConsentRule[] {
  const hit: ConsentRule[] = []
  if (rules.purge && does.purge) hit.push('purge')
  if (rules.owner_roles && does.ownerRoles) hit.push('ownerRoles')
  if (rules.bulk !== null && does.count > rules.bulk) hit.push('bulk')
  return hit
}

const unique = (needs: readonly string[][]): string[][] => [
  ...new Map(needs.map((any) => [any.join('\n'), any])).values(),
]
