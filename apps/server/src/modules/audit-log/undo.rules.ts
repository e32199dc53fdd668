import { type AreaName, areas } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions'
import { routes } from '@steward/contract/routes'
import { type UserType, userSubmodule } from '@steward/contract/users'
import { Failure } from '../../http/failure.ts'
import type { AuditRow, Columns } from './audit-log.store.ts'
import { contractField } from './audit-log.view.ts'

/** What taking an entry back does to its record; `update` gives columns their values of before. */
export type Step = { does: 'delete' } | { does: 'restore' } | { does: 'update'; columns: Columns }

/** What an entry tells of a record, of a frame one of them. */
export type Told = Pick<AuditRow, 'action' | 'area' | 'before' | 'after' | 'title' | 'through'>

/** Columns that go with others, and are set with them again. */
const along = new Set(['deleted_at', 'deleted_by', 'status_before_deletion', 'email_confirmed'])

const cannot = (why: string) => new Failure('conflict', why)

/**
 * What taking an entry back does.
 * @param row the record as it stands
 * @param since columns that were changed after it was created, where the entry tells of that
 * @throws {Failure} `conflict` with an entry for each field in which something newer stands in the way
 */
export function stepBack(
  told: Told,
  row: Columns | undefined,
  since: readonly string[] = [],
): Step {
  const { before, after, title } = told
  if (told.action === 'purge') throw cannot('What is deleted for good can’t be brought back.')
  if (!before && !after) throw cannot('This entry tells of no change that could be taken back.')
  if (!row) throw cannot(`“${title}” has been deleted for good since.`)
  const gone = isDeleted(told.area, row)
  if (!after) {
    if (!gone) throw cannot(`“${title}” is there again already.`)
    return { does: 'restore' }
  }
  mustBeUntouched(title ?? '', after, row, since)
  if (!before) {
    if (gone) throw cannot(`“${title}” has been deleted since.`)
    return { does: 'delete' }
  }
  const was = isDeleted(told.area, before)
  if (gone !== was && (told.area === 'roles' ? 'status' in before : 'deleted_at' in before)) {
    return { does: was ? 'delete' : 'restore' }
  }
  if (gone) throw cannot(`“${title}” is deleted. Bring it back first.`)
  const columns = Object.entries(before).filter(([column]) => !along.has(column))
  return { does: 'update', columns: Object.fromEntries(columns) }
}

const isDeleted = (area: AuditRow['area'], row: Columns): boolean =>
  area === 'roles' ? row['status'] === 'deleted' : (row['deleted_at'] ?? null) !== null

/** @throws {Failure} `conflict`, at each field that no longer holds what the entry gave it */
function mustBeUntouched(
  title: string,
  after: Columns,
  row: Columns,
  since: readonly string[],
): void {
  const newer = [...Object.keys(after), ...since].filter(
    (column) =>
      !along.has(column) &&
      (since.includes(column) || (column in row && !same(after[column], row[column]))),
  )
  if (newer.length === 0) return
  const paths = [...new Set(newer.map(contractField))]
  throw new Failure('conflict', `“${title}” has been changed since, so this can’t be taken back.`, {
    errors: paths.map((path) => ({ path, msg: 'has been changed since' })),
  })
}

const same = (one: unknown, other: unknown): boolean => stable(one) === stable(other)

/** JSON in which the order of keys doesn't matter. */
const stable = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** The call that made a change, by what the change did. */
const calls: Record<string, Partial<Record<AreaName, keyof typeof routes>>> = {
  create: {
    roles: 'roles.create',
    users: 'users.create',
    categories: 'categories.create',
    tasks: 'tasks.create',
    events: 'events.create',
    polls: 'polls.create',
    bills: 'bills.create',
  },
  update: {
    roles: 'roles.update',
    users: 'users.update',
    bills: 'bills.update',
    tasks: 'tasks.update',
    events: 'events.update',
    polls: 'polls.update',
    categories: 'categories.update',
  },
  status: {
    roles: 'roles.updateStatus',
    users: 'users.changeStatus',
    bills: 'bills.update',
    tasks: 'tasks.update',
    polls: 'polls.update',
    categories: 'categories.update',
    shoppingPosts: 'shoppingPosts.status',
  },
}

/**
 * The permission of the change that is taken back: whoever may make a change may unmake it.
 * @param type of a user
 * @throws {Failure} `conflict` for a change that no call makes
 */
export function needOf(
  name: AreaName,
  told: Told & Pick<AuditRow, 'through'>,
  type: UserType | undefined,
): Permission {
  const did = whatItDid(told)
  const imported = areas[name].imported[0]
  const cameByFile = told.through === 'import' && name !== 'users'
  if (did === 'create' && imported && (cameByFile || !calls['create']?.[name]))
    return importNeeds[imported]
  const feed = told.after && 'shopping_feed_status' in told.after && did === 'status'
  if (name === 'users' && feed) return permission('Users', 'Shopping feed', 'update')
  const call = calls[did]?.[name] ?? (`${name}.${did}` as keyof typeof routes)
  const needs = Object.hasOwn(routes, call) ? routes[call].needs : undefined
  if (!Array.isArray(needs)) throw cannot('This kind of change can’t be taken back.')
  const needed = needs as unknown as readonly Permission[]
  const ofType = type && needed.find(({ submodule }) => submodule === userSubmodule[type])
  return (name === 'users' ? ofType : needed[0]) ?? (needed[0] as Permission)
}

/** An undo is another change of the same kinds; which, its columns tell. */
function whatItDid({ action, area, before, after }: Told): string {
  if (!before) return 'create'
  if (!after) return 'delete'
  if (action === 'image') return 'update'
  if (action !== 'undo') return action
  const deletion = area === 'roles' ? before['status'] === 'deleted' : before['deleted_at']
  if (deletion) return 'restore'
  return Object.keys(after).every((column) => column.endsWith('status')) ? 'status' : 'update'
}
