import type { BodyOf } from '@steward/contract/calls/endpoints'
import { permission } from '@steward/contract/permissions/permissions'
import { type User, userSubmodule } from '@steward/contract/users/users'
import { userFields } from '@steward/contract/users/users.fields'
import { msg } from '@steward/i18n/reader'
import { plainColumns } from '../../db/schema/columns.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requirePermission, requireStepUp } from '../../http/authorize.ts'
import { invalidField } from '../../http/failure.ts'
import type { Call } from '../../http/handler.ts'
import { readImageField } from '../../http/image-field.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { setPassword } from '../authentication/credentials.store.ts'
import { requireOwnPassword } from '../authentication/own-password.ts'
import { hashPassword, mustBeStrong } from '../authentication/passwords.ts'
import { requireChange } from '../records/change-permission.ts'
import { changedColumns, checkVersion, mapUniqueViolation } from '../records/checks.ts'
import { requireSentShown } from '../records/field-rules.ts'
import { lockAuthorities, type UserRecord } from '../roles/authority.store.ts'
import { newOwnerNotice } from './user-change.rules.ts'
import { mustFitType, requireMayGive } from './users.rules.ts'
import { changeUser, present, type UserChange } from './users.service.ts'
import { findUser, type UserPatch } from './users.store.ts'

export const addressTaken = {
  users_email_key: {
    path: 'email',
    msg: msg('Another account already uses this e-mail address. Choose another address.'),
  },
}

type Created = Pick<Call<'users.create'>, 'body' | 'files' | 'session'>

export async function createUser(
  { db, pictures, notifyOwners }: Services,
  { body, files: { image }, session }: Created,
): Promise<User> {
  if (body.password) mustBeStrong(body.password, body.email)
  const id = newId()
  let owner = false
  const passwordHash = body.password ? await hashPassword(body.password) : null
  const user = await pictures.keep(image, session.user.id, (url) => {
    const work = write(db, actorOf(session), async (writing) => {
      const picture = readImageField(url, body.image, null) ?? null
      const { authorities, role } = await insertUser(writing, session, { id, body, picture })
      if (passwordHash) await setPassword(writing.tx, id, passwordHash)
      const created = await present(writing.tx, id, session.scope)
      owner = role?.system === true
      // Who makes an account can sign in to it: a person has to, as the key of a program may have leaked.
      if (owner || (session.key && body.type === 'admin')) requireStepUp(authorities.session)
      return created
    })
    return mapUniqueViolation(work, addressTaken)
  })
  if (owner) notifyOwners(session, newOwnerNotice({ ...user, id }))
  return user
}

interface NewUser {
  id: string
  body: Omit<BodyOf<'users.create'>, 'password' | 'image'>
  picture: string | null
}

/** Inserts a user, whose role the person must be able to give. */
export async function insertUser(
  writing: WriteTransaction,
  session: Session,
  { id, body, picture }: NewUser,
) {
  const roles = body.role ? [body.role] : []
  const authorities = await lockAuthorities(writing, session, { roles })
  const role = body.role ? requireMayGive(authorities, authorities.role(body.role)) : null
  mustFitType({ type: body.type, email: body.email, role, service: false })
  const { name, email, type } = body
  const columns = { status: 'active' as const, ...plainColumns(userFields, body) }
  await writing.insert('users', [
    { ...columns, id, name, email, type, role_id: role?.id ?? null, image: picture },
  ])
  return { authorities, role }
}

type Edited = Pick<Call<'users.update'>, 'params' | 'body' | 'files' | 'session'>

/** Edits a user; changing one's own address requires one's own password. */
export async function editUser(services: Services, call: Edited) {
  const { params, body, files, session } = call
  const provedOwn = await provesOwnAddress(services, call)
  let before: UserRecord | undefined
  const user = await services.pictures.keep(files['image'], session.user.id, (url) => {
    const decide = async (change: UserChange) => {
      const target = change.target.user
      before = target
      requireUserPermission(change, target.type, 'update')
      await checkVersion(body.version, target, () => present(change.tx, target.id, session.scope))
      const { image = url, ...fields } = body
      if (target.id !== session.user.id)
        requireSentShown('users', target, { ...fields, image }, session)
      const patch = patchOf(body, target, url)
      if (patch?.email !== undefined && target.id === session.user.id && !provedOwn) {
        throw passwordMissing()
      }
      if (patch?.email !== undefined && target.type === 'admin' && session.key) {
        requireStepUp(session)
      }
      if (patch) requireChange(change.authorities.session, 'users', { columns: patch }, target)
      return patch
    }
    const roles = body.role ? [body.role] : []
    const work = changeUser(services, session, params.id, decide, roles)
    return mapUniqueViolation(work, addressTaken)
  })
  if (!before) throw new Error('nobody was changed')
  return { user, before }
}

/** Checks the permission for the type of a user as they are at this moment. */
export function requireUserPermission(
  { authorities }: Pick<UserChange, 'authorities'>,
  type: User['type'],
  action: 'update' | 'purge',
): void {
  requirePermission(authorities.session, permission('Users', userSubmodule[type], action))
}

/** The columns that a body changes; undefined where none. */
export function patchOf(body: Edited['body'], before: UserRecord, url: string | undefined) {
  return changedColumns<UserPatch>(before, {
    ...plainColumns(userFields, body),
    role_id: roleOf(body.role, body.type ?? before.type),
    image: readImageField(url, body.image, before.image),
  })
}

/** The role to set; empty counts as none, and only admins have one. */
function roleOf(sent: string | null | undefined, type: User['type']): string | null | undefined {
  if (sent) return sent.toLowerCase()
  return sent === undefined && type === 'admin' ? undefined : null
}

/** Whether a call changes one's own address; throws a Failure without the right password. */
async function provesOwnAddress(
  { db }: Services,
  { params, body: { email, currentPassword }, session }: Edited,
): Promise<boolean> {
  if (email === undefined || params.id.toLowerCase() !== session.user.id) return false
  const self = await findUser(db, session.user.id)
  if (self?.email === email) return false
  if (!currentPassword) throw passwordMissing()
  await requireOwnPassword(db, session, currentPassword, 'currentPassword')
  return true
}

const passwordMissing = () =>
  invalidField('currentPassword', 'is required to change your own e-mail address')
