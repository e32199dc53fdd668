import {
  type AnyFields,
  changedFields,
  checkFields,
  type FormValues,
  mergeValues,
  pick,
  valuesOf,
} from './form-fields.ts'

/** A field that two people made different things of. */
export interface Conflict {
  name: string
  label: string
  mine: string
  theirs: string
}

/** What comes of two people's changes of one record. */
export interface Merge<V extends FormValues> {
  /** What the person changed, on top of what the other one saved. */
  values: V
  /** The labels of what the other one alone changed. */
  theirs: readonly string[]
  /** What has to be asked; nothing where both changes go together. */
  conflicts: readonly Conflict[]
}

/**
 * Merges two people's changes of one record, field by field (three-way merge). Asked is only what both
 * changed to different values, or of fields that are sent or checked together, such as an amount and its
 * currency; and whatever the other one changed, where the two together are not valid.
 */
export function mergeEdits<V extends FormValues>(
  fields: AnyFields<V>,
  base: object | null,
  mine: V,
  saved: object,
): Merge<V> {
  const before = valuesOf(fields, base)
  const now = valuesOf(fields, saved)
  const own = changedFields(fields, mine, before)
  const differing = changedFields(fields, mine, now)
  const others = changedFields(fields, now, before).filter((name) => differing.includes(name))
  const goesWith = (name: keyof V, other: keyof V) =>
    [...(fields[name].sentWith ?? []), ...(fields[name].checkedWith ?? [])].includes(other)
  const values = mergeValues(fields, before, mine, now)
  const isValid = Object.keys(checkFields(fields, values, now)).length === 0
  const isAsked = (name: keyof V) =>
    !isValid || own.some((each) => each === name || goesWith(each, name) || goesWith(name, each))
  const asked = others.filter(isAsked)
  return {
    values,
    theirs: others.filter((name) => !asked.includes(name)).map((name) => fields[name].label),
    conflicts: asked.map((name) => {
      const { label, inWords = String } = fields[name]
      const words = (value: V[typeof name]) => inWords(value, [base, saved])
      return { name, label, mine: words(mine[name]), theirs: words(now[name]) }
    }),
  }
}

/** The values of a form once it is decided in which fields theirs is taken. */
export function resolveConflicts<V extends FormValues>(
  fields: AnyFields<V>,
  mine: V,
  saved: object,
  merge: Merge<V>,
  taken: readonly string[],
): V {
  const now = valuesOf(fields, saved)
  const names = merge.conflicts.map(({ name }) => name)
  return {
    ...merge.values,
    ...pick(
      mine,
      names.filter((name) => !taken.includes(name)),
    ),
    ...pick(
      now,
      names.filter((name) => taken.includes(name)),
    ),
  }
}
