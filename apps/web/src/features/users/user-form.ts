import type { User, UserType } from '@steward/contract/users'
import { type DeepPartial, referenceOf, textOf } from '../../api/read.ts'
import type { Difference } from '../../ui/form/edit-conflict-dialog.tsx'
import { tooLong } from '../../ui/form/text-limits.ts'
import { dataUrlBlob, isNewPicture } from '../../ui/image/picture-file.ts'
import { typeOf } from './user-types.ts'

/** A user's fields as their form holds them; all text, empty for none. */
export interface UserValues {
  name: string
  email: string
  phone: string
  type: UserType
  /** The `_id` of the role. */
  role: string
  status: string
  shoppingFeedStatus: string
  businessName: string
  location: string
  about: string
  /** The URL that the user has, a `data:` address for a new picture, or null. */
  image: string | null
  /** For a new admin; empty has an invitation mailed. */
  password: string
  /** One's own, for another address of one's own; empty until the server asks for it. */
  currentPassword: string
}

/** The fields of the form, by the paths that the server uses. */
export const userFields: readonly (keyof UserValues)[] = [
  'name',
  'email',
  'currentPassword',
  'type',
  'role',
  'password',
  'status',
  'shoppingFeedStatus',
  'phone',
  'businessName',
  'location',
  'about',
  'image',
]

/** A user's fields as their form starts with them; those of a new one of a type. */
export const valuesOf = (
  user: DeepPartial<User> | null,
  type: UserType = 'member',
): UserValues => ({
  name: textOf(user?.name) ?? '',
  email: textOf(user?.email) ?? '',
  phone: textOf(user?.phone) ?? '',
  type: user ? typeOf(user) : type,
  role: referenceOf(user?.role)?.id ?? '',
  status: textOf(user?.status) ?? 'active',
  shoppingFeedStatus: textOf(user?.shoppingFeedStatus) ?? 'active',
  businessName: textOf(user?.businessName) ?? '',
  location: textOf(user?.location) ?? '',
  about: textOf(user?.about) ?? '',
  image: textOf(user?.image),
  password: '',
  currentPassword: '',
})

/**
 * What is wrong with a form before it is sent, all of it at once; the server has the last word.
 * @returns a sentence by field; none for a form that may be sent
 */
export function problemsOf(values: UserValues): Partial<Record<keyof UserValues, string>> {
  const { name, email, type, password } = values
  const problems: ReturnType<typeof problemsOf> = {}
  for (const field of ['name', 'phone', 'businessName', 'location', 'about'] as const) {
    const problem = tooLong(values[field], field === 'about' ? 'text' : 'line')
    if (problem) problems[field] = problem
  }
  if (name.trim() === '') problems.name = 'Enter a name'
  if (email.trim() !== '' && !/^[^\s@]+@[^\s@]+$/.test(email.trim()))
    problems.email = 'Enter an e-mail address, such as name@example.com'
  if (type === 'admin') {
    if (email.trim() === '') problems.email = 'An admin needs an e-mail address'
    if (password !== '' && password.length < 10)
      problems.password = 'Enter at least 10 characters, or none to have an invitation mailed'
  }
  return problems
}

/** The fields that differ between two states of the form. */
export const changedFields = (one: UserValues, other: UserValues): (keyof UserValues)[] =>
  userFields.filter((field) => one[field] !== other[field])

/**
 * The form data of a user (specification section 7): what differs from before, with `id` and
 * `version` for one that there is. An empty field takes the value away.
 * @param before null for a new user, of whom everything that is filled in is sent
 */
export function userBody(
  values: UserValues,
  before: UserValues | null,
  beside: { id?: string; version?: number | null } = {},
): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(beside)) {
    if (value !== null && value !== undefined) form.append(key, String(value))
  }
  const always = ['name', 'email', 'type']
  const sent = before
    ? changedFields(values, before)
    : userFields.filter((field) => always.includes(field) || (values[field] ?? '') !== '')
  for (const field of sent) {
    if (field === 'role' && values.type !== 'admin') continue
    if (field === 'password' && values.type !== 'admin') continue
    if (field === 'image' && isNewPicture(values.image))
      form.append('image', dataUrlBlob(values.image), 'picture')
    else form.append(field, values[field] ?? '')
  }
  return form
}

/** What a person changed on top of a user as they were, put on top of them as they are now. */
export function mergeValues(before: UserValues, mine: UserValues, theirs: UserValues): UserValues {
  const changed = changedFields(mine, before)
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }
}

const labels: Readonly<Record<keyof UserValues, string>> = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  type: 'Type',
  role: 'Role',
  status: 'Status',
  shoppingFeedStatus: 'Shopping feed',
  businessName: 'Business',
  location: 'Location',
  about: 'About',
  image: 'Picture',
  password: 'Password',
  currentPassword: 'Your password',
}

/**
 * What somebody else changed of a user, beside what the person's own form makes of it, in words.
 * @param before the user as they were when the form was opened
 * @param roleName the name of a role by its id
 */
export function differencesOf(
  before: UserValues,
  mine: UserValues,
  theirs: UserValues,
  roleName: (id: string) => string,
): Difference[] {
  const word = (field: keyof UserValues, values: UserValues) => {
    const value = values[field] ?? ''
    if (field === 'role') return value === '' ? '' : roleName(value)
    if (field !== 'image') return value
    return value === '' ? '' : isNewPicture(value) ? 'a new picture' : 'another picture'
  }
  return changedFields(theirs, before).map((field) => ({
    label: labels[field],
    mine: mine[field] === before[field] ? 'not changed' : word(field, mine),
    theirs: word(field, theirs),
  }))
}
