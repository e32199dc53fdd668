import type { BodySent } from '@steward/contract/endpoints'
import type { PermissionModule } from '@steward/contract/permissions'
import type { Role } from '@steward/contract/roles'
import { type DeepPartial, textOf } from '../../api/read.ts'
import type { Difference } from '../../ui/form/edit-conflict-dialog.tsx'
import { tooLong } from '../../ui/form/text-limits.ts'
import { dataUrlBlob, isNewPicture } from '../../ui/image/picture-file.ts'
import { phrases } from './effect-words.ts'
import type { PermissionNames } from './matrix/shape.ts'

/** The fields of a role beside its permissions, as its form holds them. */
export interface RoleValues {
  name: string
  description: string
  /** The URL that the role has, a `data:` address for a new picture, or null. */
  image: string | null
}

/** What stands unsaved in a role's form. */
export interface RoleDraft {
  values: RoleValues
  changes: { names: PermissionNames; on: boolean }[]
}

/** A role's fields as its form starts with them. */
export const valuesOf = (role: DeepPartial<Role> | null): RoleValues => ({
  name: textOf(role?.name) ?? '',
  description: textOf(role?.description) ?? '',
  image: textOf(role?.image),
})

/** What the form of a role starts with; that of a copy with its name and description, marked as one. */
export function startOf(
  saved: DeepPartial<Role> | null,
  from: DeepPartial<Role> | null,
): RoleValues {
  if (saved || !from) return valuesOf(saved)
  const { name, description } = valuesOf(from)
  // A picture belongs to its own role; the server takes no URL of another's.
  return { name: name === '' ? '' : `${name} copy`, description, image: null }
}

/**
 * What is wrong with the fields of a form before it is sent; the server has the last word.
 * @returns a sentence by field; none for a form that may be sent
 */
export function problemsOf({ name, description }: RoleValues): Record<string, string> {
  const found = {
    name: name.trim() === '' ? 'Enter a name' : tooLong(name, 'line'),
    description: tooLong(description, 'text'),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])),
  )
}

/** Whether two states of the form say the same. */
export const sameValues = (one: RoleValues, other: RoleValues): boolean =>
  one.name === other.name && one.description === other.description && one.image === other.image

/**
 * What is sent: only what differs from before; a form where a picture goes along, else JSON.
 * @param permissions all of them, or null where they stay as they are
 */
export function roleBody<N extends 'roles.create' | 'roles.update'>(
  beside: { _id?: string; version?: number },
  before: RoleValues,
  values: RoleValues,
  permissions: PermissionModule[] | null,
): BodySent<N> | FormData {
  const sent: Record<string, unknown> = { ...beside }
  const isNew = beside._id === undefined
  if (isNew || values.name !== before.name) sent.name = values.name
  if (values.description !== before.description) sent.description = values.description
  if (permissions) sent.permissions = permissions
  if (!isNewPicture(values.image)) {
    if (values.image === null && before.image !== null && !isNew) sent.image = null
    return sent as BodySent<N>
  }
  const form = new FormData()
  for (const [key, value] of Object.entries(sent)) {
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  form.append('image', dataUrlBlob(values.image), 'picture')
  return form
}

/** What a person changed on top of a role as it was, put on top of it as it is now. */
export function mergeValues(before: RoleValues, mine: RoleValues, theirs: RoleValues): RoleValues {
  const pick = <K extends keyof RoleValues>(key: K) =>
    mine[key] === before[key] ? theirs[key] : mine[key]
  return { name: pick('name'), description: pick('description'), image: pick('image') }
}

/** What somebody changed of permissions, in words. */
function changeWords(changes: RoleDraft['changes']): string {
  const part = (word: string, on: boolean) => {
    const names = changes.filter((each) => each.on === on).map((each) => each.names)
    return names.length > 0 ? `${word} ${phrases(names)}` : ''
  }
  return [part('grants', true), part('takes away', false)].filter(Boolean).join('; ') || unchanged
}

const unchanged = 'not changed'

/**
 * What somebody else changed of a role, beside what the person's own form changes of it, in words.
 * @param before the role as it was when the form was opened
 * @param mine what the form changes of its permissions
 * @param others what somebody else changed of them
 */
export function differencesOf(
  before: RoleValues,
  values: RoleValues,
  theirs: RoleValues,
  mine: RoleDraft['changes'],
  others: RoleDraft['changes'],
): Difference[] {
  const image = (value: string | null) =>
    value === null ? 'none' : isNewPicture(value) ? 'a new picture' : 'another picture'
  const field = (label: string, key: keyof RoleValues): Difference[] => {
    if (theirs[key] === before[key]) return []
    const word = (value: string | null) => (key === 'image' ? image(value) : (value ?? ''))
    const own = values[key] === before[key] ? unchanged : word(values[key])
    return [{ label, mine: own, theirs: word(theirs[key]) }]
  }
  return [
    ...field('Name', 'name'),
    ...field('Description', 'description'),
    ...field('Picture', 'image'),
    ...(others.length === 0
      ? []
      : [{ label: 'Permissions', mine: changeWords(mine), theirs: changeWords(others) }]),
  ]
}
