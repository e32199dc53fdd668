import { areas } from '@steward/contract/areas/areas'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import type { UserType } from '@steward/contract/users/users'
import { msg, t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'

type Action = Extract<Permission, { submodule: 'Members' }>['action']

const { admins, businessUsers, members } = areas.users.lists

export const userTypes = {
  admin: admins,
  business: businessUsers,
  member: members,
} as const satisfies Record<UserType, object>

const types = ['admin', 'business', 'member'] as const

/** The words for a new user of each type. */
export const newWords: Readonly<Record<UserType, string>> = {
  admin: msg('New admin'),
  business: msg('New business user'),
  member: msg('New member'),
}

export function typeWord(type: unknown): string | null {
  if (typeof type !== 'string') return null
  return type === 'business' ? t('Business user') : statusWord(type)
}

/** What kind of account a user is. */
export const accountWord = (user: User): string | null =>
  user.service === true ? t('Service account') : typeWord(user.type)

/** Says what status somebody has got. */
export const statusText = (name: string, status: string): string =>
  t(
    '{status, select, active {{name} is active} inactive {{name} is inactive} other {{name} is {status}}}',
    { name, status },
  )

export const needed = (type: UserType, action: Action): Permission =>
  // i18n-ignore: the names of a permission
  permission('Users', userTypes[type].title, action)

/** A user's type; a member where the server doesn't say. */
export const typeOf = (user: { type?: unknown }): UserType =>
  types.find((type) => type === user.type) ?? 'member'

export const mayDo = (can: Can, user: User, action: Action): boolean =>
  can(needed(typeOf(user), action))

export const typesFor = (can: Can, action: Action): UserType[] =>
  types.filter((type) => can(needed(type, action)))

export const nameOf = (user: User): string => user.name ?? user.email ?? t('Unnamed user')

// i18n-ignore: the names of a permission
export const feedNeeds = permission('Users', 'Shopping feed', 'update')

/** Whether an account waits for its person to confirm the address; not where a server says nothing. */
export const isUnconfirmed = (user: User): boolean => user.emailConfirmed === false

/** Whether the address of who waits is proved, as a status. */
export const addressProof = ({ emailConfirmed }: User): string | null =>
  typeof emailConfirmed === 'boolean' ? (emailConfirmed ? 'confirmed' : 'not_confirmed') : null
