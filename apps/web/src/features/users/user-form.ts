import type { UserType } from '@steward/contract/users/users'
import { userFields } from '@steward/contract/users/users.fields'
import { t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import type { RequestFields } from '../../api/request-body.ts'
import { typeOf } from '../../shared/people/user-types.ts'
import { formOf } from '../../ui/form/form-of.ts'
import type { Choice } from '../../ui/list/definition/list-definition.ts'

type UserSent = RequestFields<'users.create'> & RequestFields<'users.update'>

export type UserValues = Record<Exclude<keyof UserSent, 'id' | 'version' | 'type'>, string> & {
  type: UserType
}

const isAdmin = ({ type }: UserValues) => type === 'admin'

/** The fields of a user's form; `type` is a new user's, `wasAdmin` allows an empty role, `isService` no address. */
export const userForm = (
  type: UserType,
  roles: readonly Choice[],
  { wasAdmin = false, isService = false } = {},
) =>
  formOf<UserValues, User, UserSent>(userFields, {
    name: {},
    email: {
      check: (email, values) => {
        if (email.trim() === '')
          return isAdmin(values) && !isService ? t('An admin needs an e-mail address') : null
        return /^[^\s@]+@[^\s@]+$/.test(email.trim())
          ? null
          : t('Enter an e-mail address, such as name@example.com')
      },
      checkedWith: ['type'],
    },
    // The own password, needed to change the own address; empty until the server asks for it.
    currentPassword: { label: t('Your password'), read: () => '', secret: true },
    type: { read: (user) => (user ? typeOf(user) : type) },
    role: {
      check: (role, values) =>
        isAdmin(values) && role === '' && roles.length > 0 && !wasAdmin ? t('Choose a role') : null,
      checkedWith: ['type'],
      read: (user) => user?.role?._id ?? '',
      toRequest: (role, values) => (isAdmin(values) ? role : undefined),
      inWords: (id, users) =>
        roles.find(({ value }) => value === id)?.label ??
        users.find((user) => user?.role?._id === id)?.role?.name ??
        id,
    },
    // Only for a new admin; if it is empty an invitation is e-mailed.
    password: {
      label: t('Password'),
      read: () => '',
      check: (password, values) =>
        isAdmin(values) && password !== '' && password.length < 10
          ? t('Enter at least 10 characters, or leave empty to send an invitation')
          : null,
      toRequest: (password, values) => (isAdmin(values) ? password : undefined),
      secret: true,
    },
    status: { first: 'active', always: true },
    shoppingFeedStatus: { first: 'active', always: true },
    phone: {},
    businessName: {},
    location: {},
    about: {},
    image: {},
  })
