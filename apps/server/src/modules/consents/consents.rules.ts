import type { AreaName } from '@steward/contract/areas/areas'
import {
  type ConsentObstacle,
  type ConsentRule,
  type ConsentSettings,
  consentLimits,
} from '@steward/contract/consents/consents'
import { isWhole, type Rights } from '@steward/contract/permissions/conditions'
import {
  grantedIn,
  type Permission,
  permissionName,
} from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
import { say } from '@steward/i18n/sentence'
import type { Change } from '../../db/write/audit-lines.ts'
import { conflict, Failure } from '../../http/failure.ts'
import type { Staff } from '../../http/session.ts'
import type { ConsentRow, RulesRow } from './consents.store.ts'
import type { Tie } from './ties.store.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether a change may make somebody an owner or end that, as far as can be told without knowing the roles. */
export const mayConcernOwners = ({ table, before, after }: Change): boolean =>
  table === 'users' &&
  ownerColumns.some((column) => cellOf(before, column) !== cellOf(after, column))

/** What decides whether somebody has the rights of an owner, and the address by which they are taken over. */
const ownerColumns = ['role_id', 'status', 'type', 'deleted_at', 'email']

const cellOf = (row: object | null, column: string) => (row as Row | null)?.[column] ?? null

/** Whether a change gives or takes the rights of an owner, or changes the address of another owner than `person`. */
export function concernsOwners(
  change: Change,
  ownerRoles: readonly string[],
  person: string,
): boolean {
  if (!mayConcernOwners(change)) return false
  const { before, after } = change
  const hasRole = (row: object | null) => ownerRoles.includes(String(cellOf(row, 'role_id')))
  const isActive = (row: object | null) =>
    hasRole(row) && cellOf(row, 'status') === 'active' && cellOf(row, 'deleted_at') === null
  if (hasRole(before) !== hasRole(after)) return true
  if (isActive(before) !== isActive(after)) return true
  const moved = cellOf(before, 'email') !== cellOf(after, 'email')
  return hasRole(before) && moved && cellOf(before, 'id') !== person
}

/** Whether new rules ask for less than the old ones. */
export const weakens = (
  before: Pick<RulesRow, 'purge' | 'owner_roles' | 'export_people' | 'bulk'>,
  after: Pick<ConsentSettings, 'purge' | 'ownerRoles' | 'exportPeople' | 'bulk'>,
): boolean =>
  (before.purge && !after.purge) ||
  (before.owner_roles && !after.ownerRoles) ||
  (before.export_people && !after.exportPeople) ||
  (before.bulk !== null && (after.bulk === null || after.bulk > before.bulk))

export const isAnyOn = (rules: RulesRow): boolean =>
  rules.purge || rules.owner_roles || rules.export_people || rules.bulk !== null

/** One list of permissions for each type of the people concerned; of other areas the one that was given. */
export const byTypes = (
  any: readonly Permission[],
  types: readonly UserType[] | null,
): string[][] => {
  if (any.length === 0) return []
  const groups = (any.length > 1 ? types : null)?.map((type) =>
    any.filter(({ submodule }) => submodule === userSubmodule[type]),
  )
  const found = groups?.filter((group) => group.length > 0) ?? []
  return (found.length > 0 ? found : [any]).map((group) => group.map(permissionName))
}

/**
 * The names of the permissions that somebody holds for all rows and fields: who decides has to see all that an act concerns.
 */
export const heldNames = (rights: Rights): string[] =>
  grantedIn(rights.permissions)
    .filter((each) => isWhole(rights, each))
    .map(permissionName)

/** Whether somebody holds what an act needs. */
export function maySee(
  staff: Rights & Pick<Staff, 'owner'>,
  { needs, for_owners }: { needs: readonly (readonly string[])[]; for_owners: boolean },
): boolean {
  if (for_owners && !staff.owner) return false
  const held = new Set(heldNames(staff))
  return needs.every((any) => any.some((name) => held.has(name)))
}

/** All accounts to which ties lead from `asker`, over as many others as there are. */
export function dependentsIn(ties: readonly Tie[], asker: string): ReadonlySet<string> {
  const found = new Set([asker])
  // A set goes on with what is added to it meanwhile.
  for (const one of found) {
    for (const { person, by } of ties) if (by === one) found.add(person)
  }
  found.delete(asker)
  return found
}

/** @param dependents who depends on whoever asks, as `dependentsOn` finds them */
export function obstacleOf(
  staff: Rights & Pick<Staff, 'user' | 'owner'>,
  row: Pick<ConsentRow, 'user_id' | 'proposed_by' | 'needs' | 'for_owners'>,
  dependents: ReadonlySet<string>,
): ConsentObstacle | null {
  const { id } = staff.user
  if (row.user_id === id) return 'own'
  if (row.proposed_by === id) return 'proposer'
  if (!maySee(staff, row)) return 'permissions'
  return dependents.has(id) ? 'dependent' : null
}

const words: Readonly<Record<ConsentObstacle, string>> = {
  own: 'You ask for this yourself, so somebody else has to agree.',
  proposer: 'You proposed this yourself, so somebody else has to agree.',
  permissions: 'To decide this, you need every permission of the act itself.',
  dependent:
    'Whoever asks made your account, or has changed it or your role since a day before they asked. Somebody else has to agree.',
}

export const obstacleWords = (obstacle: ConsentObstacle): string => words[obstacle]

/** Refuses to decide about a request that doesn't wait any more. */
export function requireWaiting({ status, decided_by_name }: ConsentRow): void {
  const name = decided_by_name ?? ''
  switch (status) {
    case 'waiting':
      return
    case 'agreed':
    case 'used':
      throw conflict(say('{name} has already agreed to this.', { name }))
    case 'declined':
      throw conflict(say('{name} has already declined this.', { name }))
    case 'withdrawn':
      throw conflict('This request was withdrawn.')
    case 'expired':
      throw expired()
  }
}

const expired = () =>
  conflict(
    say('This request has expired: it was valid for {hours} hours. Ask again.', {
      hours: consentLimits.hours,
    }),
  )

/** Refuses a consent that can't be used for what is done now. */
export function requireUsable(row: ConsentRow, digest: string): void {
  const name = row.decided_by_name ?? ''
  switch (row.status) {
    case 'waiting':
      throw conflict('Nobody has agreed to this yet.')
    case 'declined':
      throw conflict(say('{name} has declined this.', { name }))
    case 'withdrawn':
      throw conflict('This request was withdrawn.')
    case 'used':
      throw conflict('This consent has been used already. Ask again.')
    case 'expired':
      throw expired()
    case 'agreed':
      if (row.digest === digest) return
      throw conflict(
        say(
          'This isn’t what {name} agreed to: it is about other records, or one has changed since. Nothing was done. Ask again.',
          { name },
        ),
      )
  }
}

/** Says that whoever agreed couldn't any more. */
export const lapsed = ({ decided_by_name }: Pick<ConsentRow, 'decided_by_name'>): Failure =>
  conflict(
    say('{name} agreed to this, but couldn’t decide it any more. Nothing was done. Ask again.', {
      name: decided_by_name ?? '',
    }),
  )

export function requireFewWaiting(waiting: number): void {
  if (waiting < consentLimits.waiting) return
  throw new Failure(
    'too_many',
    say(
      '{max} of your requests for consent are open, which is the maximum. Withdraw one, or wait until one is decided.',
      { max: consentLimits.waiting },
    ),
    { retryAfter: 60 },
  )
}

/** Limits the records whose versions are read at once; of an import none are. */
export function requireFewRecords({ action, count }: Pick<Concern, 'action' | 'count'>): void {
  if (action === 'import' || count <= consentLimits.records) return
  throw new Failure(
    'too_large',
    say('This is about {count} records, and a request for consent about at most {max}.', {
      count,
      max: consentLimits.records,
    }),
  )
}

/** What a call is about to do, and why it needs a second person. */
export interface Concern {
  rules: ConsentRule[]
  area: AreaName | null
  action: string
  detail: string | null
  count: number
  needs: string[][]
  forOwners: boolean
  proposedBy: string | null
  /** What the digest is of, beside the call and the person. */
  content: unknown
}
