import { needsOf } from '@steward/contract/areas/area-permissions'
import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { lendable } from '@steward/contract/loans/lendable'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import type { Loan } from '@steward/contract/loans/loans'
import {
  type Permission,
  permission,
  permissionName,
} from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import { hasPermission } from '../../http/authorize.ts'
import { conflict, Failure, invalidField } from '../../http/failure.ts'
import type { Staff } from '../../http/session.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import type { LoanRow, Reader, TitledRecord } from './loans.store.ts'

const updateRoles = permission('Roles', 'Roles', 'update')

/** Who somebody is to loans. Only what they hold by a role counts: nothing is lent on. */
export const readerOf = (staff: Pick<Staff, 'user' | 'permissions' | 'owner'>): Reader => ({
  user: staff.user.id,
  held: lendable
    .filter((each) => hasPermission(staff, each.permission))
    .map((each) => permissionName(each.permission)),
  owner: staff.owner,
  all: staff.owner || hasPermission(staff, updateRoles),
})

export const permissionOfLoan = ({
  module,
  submodule,
  action,
}: Pick<LoanRow, 'module' | 'submodule' | 'action'>): Permission =>
  ({ module, submodule, action }) as Permission

/** Why somebody may not decide about a request; null where they may. */
export function obstacleOf(
  staff: Pick<Staff, 'user' | 'permissions'>,
  row: Pick<LoanRow, 'user_id' | 'module' | 'submodule' | 'action'>,
): Loan['obstacle'] {
  if (row.user_id === staff.user.id) return 'own'
  return hasPermission(staff, permissionOfLoan(row)) ? null : 'permission'
}

/** Whether somebody may end a loan: to whom it is, who granted it, an owner, or who holds it and may update roles. */
export const mayEnd = (
  staff: Pick<Staff, 'user' | 'permissions' | 'owner'>,
  row: Pick<LoanRow, 'user_id' | 'decided_by' | 'module' | 'submodule' | 'action'>,
): boolean =>
  [row.user_id, row.decided_by].includes(staff.user.id) ||
  staff.owner ||
  (hasPermission(staff, permissionOfLoan(row)) && hasPermission(staff, updateRoles))

/** Whether somebody may list such records, which decides whether they hear of them. */
export function maySee(
  staff: Pick<Staff, 'permissions'>,
  area: AreaName,
  { type }: Pick<TitledRecord, 'type'>,
): boolean {
  if (type !== null) return (listedTypes(staff) as string[]).includes(type)
  return needsOf(areas[area] as Area, area, 'list').some((need) => hasPermission(staff, need))
}

/** The calls that change something and that a permission opens, such as `bills.restore`. */
export const opensCalls = (wanted: Permission): string[] =>
  (Object.keys(routes) as EndpointName[]).filter((name) => {
    const { needs, method } = routes[name]
    const changes = method !== 'GET' || 'changesState' in routes[name]
    const isOf = (each: Permission) => permissionName(each) === permissionName(wanted)
    return name !== 'jobs.create' && changes && typeof needs !== 'string' && needs.some(isOf)
  })

/** Refuses a further request while too many wait, or were made within the hour. */
export function requireRoom({ waiting, lastHour }: { waiting: number; lastHour: number }): void {
  if (waiting >= loanLimits.waiting) {
    throw new Failure(
      'too_many',
      say(
        '{max} of your requests wait for an answer, which is the maximum. Withdraw one, or wait until one is answered.',
        { max: loanLimits.waiting },
      ),
      { retryAfter: 60 },
    )
  }
  if (lastHour >= loanLimits.perHour) {
    throw new Failure(
      'too_many',
      say('You have made {max} requests within an hour, which is the maximum.', {
        max: loanLimits.perHour,
      }),
      { retryAfter: 600 },
    )
  }
}

/** Refuses a decision about a request that doesn't wait any more. */
export function requireAsked(row: Pick<LoanRow, 'status' | 'decided_by_name'>): void {
  const name = row.decided_by_name ?? ''
  switch (row.status) {
    case 'asked':
      return
    case 'declined':
      throw conflict(say('{name} has already declined this request.', { name }))
    case 'withdrawn':
      throw conflict('This request was withdrawn.')
    case 'expired':
      throw conflict(
        say('This request has expired: nobody answered it within {hours} hours.', {
          hours: loanLimits.hoursToAnswer,
        }),
      )
    default:
      throw conflict(say('{name} has already granted this request.', { name }))
  }
}

/** What is granted of a request: never longer, nor on other records, than was asked for. */
export function granted(
  row: Pick<LoanRow, 'minutes' | 'record_ids'>,
  body: { minutes?: number | undefined; records?: string[] | undefined },
): { minutes: number; ids: string[] | null } {
  const { minutes = row.minutes, records = row.record_ids } = body
  if (minutes > row.minutes) {
    throw invalidField(
      'minutes',
      say('must be {max} or less, as was asked for', { max: row.minutes }),
    )
  }
  if (records?.some((id) => !row.record_ids?.includes(id))) {
    throw invalidField('records', 'must be among those that were asked for')
  }
  return { minutes, ids: records }
}

/** What a loan is about, for the audit log. */
export const whatIs = (
  row: Pick<LoanRow, 'module' | 'submodule' | 'action' | 'record_ids'>,
): string =>
  `${permissionName(permissionOfLoan(row))}${row.record_ids ? `, ${row.record_ids.length} records` : ''}`
