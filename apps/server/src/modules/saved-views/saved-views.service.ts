import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { SavedView } from '@steward/contract/saved-views/saved-views'
import { viewSearchOf } from '@steward/contract/saved-views/view-search'
import { viewedListNeeds } from '@steward/contract/saved-views/viewed-lists'
import type { Db } from '../../db/connection/connection.ts'
import type { AuditEvent } from '../../db/write/audit-lines.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { invalidField } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { changedColumns, checkVersion, mapUniqueViolation } from '../records/checks.ts'
import {
  type Audience,
  askerOf,
  audienceOf,
  mustHaveRoom,
  mustSee,
  requireMayDelete,
  requireMayOwn,
  requireMayShare,
} from './saved-views.rules.ts'
import {
  type Asker,
  countViews,
  defaultAmong,
  findDeletedView,
  findView,
  forgetDeleted,
  insertView,
  isRole,
  lockViews,
  moveView,
  nextPosition,
  type Siblings,
  updateView,
  type ViewRow,
} from './saved-views.store.ts'

/** How many deleted views of a person can be restored. */
const keptDeleted = 20

const msg = 'Another view of this list already has this name. Choose another name.'
const nameTaken = Object.fromEntries(
  ['own', 'role', 'everyone'].map((kind) => [
    `saved_views_${kind}_name_key`,
    { path: 'name', msg },
  ]),
)

export const savedViewView = (row: ViewRow, { user, role }: Asker): SavedView => ({
  _id: row.id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  name: row.name,
  list: row.list,
  search: viewSearchOf(row.search),
  scope: row.scope,
  role: row.role_id === null ? null : { _id: row.role_id, name: row.role_name ?? '' },
  isDefault: row.is_default,
  position: row.position,
  createdBy: row.created_by === null ? null : { _id: row.created_by, name: row.creator_name ?? '' },
  isMine: row.created_by === user,
  isForMe: row.scope !== 'role' || row.role_id === role,
  version: row.version,
})

interface Changing extends WriteTransaction {
  session: Session
  asker: Asker
}

/** Runs a change of views, one at a time; logs changes of shared views. */
const change = <R>(db: Db, session: Session, work: (changing: Changing) => Promise<R>) =>
  mapUniqueViolation(
    write(db, actorOf(session), async (writing) => {
      await lockViews(writing.tx)
      return await work({ ...writing, session, asker: askerOf(session) })
    }),
    nameTaken,
  )

const none = { scope: 'me', role_id: null, is_default: false } as const

export function createView(db: Db, session: Session, body: BodyOf<'savedViews.create'>) {
  requireAnyPermission(session, viewedListNeeds[body.list])
  const audience = audienceOf(body, none)
  requireMayShare(session, audience.scope)
  return change(db, session, async (changing) => {
    const { tx, asker } = changing
    const siblings = siblingsOf(body.list, audience, asker.user)
    await prepare(changing, siblings, audience)
    const id = newId()
    await insertView(tx, {
      id,
      ...siblings,
      ...audience,
      name: body.name,
      search: body.search,
      created_by: asker.user,
      position: await nextPosition(tx, siblings),
    })
    return await tell(changing, null, id)
  })
}

export const editView = (db: Db, session: Session, id: string, body: BodyOf<'savedViews.update'>) =>
  change(db, session, async (changing) => {
    const { tx, asker } = changing
    const view = mustSee(session, await findView(tx, id, asker))
    const audience = audienceOf(body, view)
    requireMayShare(session, view.scope, audience.scope)
    requireMayOwn(asker, view, audience.scope)
    await checkVersion(body.version, view, async () => savedViewView(view, asker))
    const siblings = siblingsOf(view.list, audience, asker.user)
    const moved = siblings.scope !== view.scope || siblings.role_id !== view.role_id
    await prepare(changing, siblings, audience, moved ? null : view)
    const patch = changedColumns(view, {
      name: body.name,
      ...audience,
      owner_id: siblings.owner_id,
      search: body.search && !isSame(body.search, view.search) ? body.search : undefined,
    })
    if (patch) {
      const position = moved ? await nextPosition(tx, siblings) : view.position
      await updateView(tx, view.id, { ...patch, position })
    }
    if (body.position !== undefined) await moveView(tx, { ...view, ...siblings }, body.position)
    return await tell(changing, view, id)
  })

export const deleteView = (db: Db, session: Session, id: string): Promise<SavedView> =>
  change(db, session, async ({ tx, asker, note }) => {
    const view = mustSee(session, await findView(tx, id, asker))
    requireMayDelete(session, asker, view)
    await updateView(tx, id, { deleted_at: new Date().toISOString(), deleted_by: asker.user })
    await forgetDeleted(tx, asker.user, keptDeleted)
    for (const event of changeOf(view, null)) note(event)
    return savedViewView(view, asker)
  })

/** Restores one's own deleted view; not as default where there is another default now. */
export const restoreView = (db: Db, session: Session, id: string): Promise<SavedView> =>
  change(db, session, async (changing) => {
    const { tx, asker } = changing
    const view = mustSee(session, await findDeletedView(tx, id, asker))
    requireMayShare(session, view.scope)
    mustHaveRoom(view, await countViews(tx, view.owner_id))
    const is_default = view.is_default && (await defaultAmong(tx, view)) === undefined
    await updateView(tx, id, { deleted_at: null, deleted_by: null, is_default })
    return await tell(changing, null, id)
  })

const isSame = (one: SavedView['search'], other: SavedView['search']): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

const siblingsOf = (list: Siblings['list'], audience: Audience, user: string): Siblings => ({
  list,
  scope: audience.scope,
  owner_id: audience.scope === 'me' ? user : null,
  role_id: audience.role_id,
})

/** Checks the limit among siblings and unsets another default; `present` is the view itself. */
async function prepare(
  { tx, note }: Changing,
  siblings: Siblings,
  audience: Audience,
  present: ViewRow | null = null,
): Promise<void> {
  if (!present) {
    mustHaveRoom(siblings, await countViews(tx, siblings.owner_id))
    if (siblings.role_id !== null && !(await isRole(tx, siblings.role_id)))
      throw invalidField('role', 'must be an existing role; it may have just been deleted')
  }
  if (!audience.is_default) return
  const before = await defaultAmong(tx, siblings)
  if (!before || before.id === present?.id) return
  await updateView(tx, before.id, { is_default: false })
  for (const event of changeOf(before, { ...before, is_default: false })) note(event)
}

/** Writes the change to the audit log; returns the view as it is now. */
async function tell({ tx, session, asker, note }: Changing, before: ViewRow | null, id: string) {
  const after = mustSee(session, await findView(tx, id, asker))
  for (const event of changeOf(before, after)) note(event)
  return savedViewView(after, asker)
}

const auditedColumns = [
  'name',
  'list',
  'search',
  'scope',
  'role_id',
  'is_default',
  'position',
] as const

type AuditedView = Pick<ViewRow, 'id' | (typeof auditedColumns)[number]>

const pick = (view: AuditedView, columns: readonly (typeof auditedColumns)[number][]): object =>
  Object.fromEntries(columns.map((column) => [column, view[column]]))

/** The audit event of a view as others see it: sharing is its creation, unsharing its deletion. */
function changeOf(was: AuditedView | null, is: AuditedView | null): AuditEvent[] {
  const before = was?.scope === 'me' ? null : was
  const after = is?.scope === 'me' ? null : is
  const view = after ?? before
  if (!view) return []
  const event = { area: 'saved-views', record: { id: view.id, title: view.name } } as const
  if (!before) return [{ ...event, action: 'create', after: pick(view, auditedColumns) }]
  if (!after) return [{ ...event, action: 'delete', before: pick(before, auditedColumns) }]
  const changed = auditedColumns.filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  )
  if (changed.length === 0) return []
  return [
    { ...event, action: 'update', before: pick(before, changed), after: pick(after, changed) },
  ]
}
