import { t } from '@steward/i18n/reader'
import {
  type AnyFields,
  changedFields,
  checkFields,
  type FormValues,
  mergeValues,
  valuesOf,
} from './form-fields.ts'

export interface Conflict {
  name: string
  label: string
  mine: string
  theirs: string
}

export interface Merge<V extends FormValues> {
  /** The other person's values with one's own changes applied. */
  values: V
  /** Labels of the fields that only the other person changed. */
  theirs: readonly string[]
  /** The fields that could not be merged. */
  conflicts: readonly Conflict[]
}

/**
 * Three-way merge by field. Conflicts are fields that both changed, alone or with fields sent or checked
 * together,
 * and all that they changed where the result is invalid.
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
    theirs: others.filter((name) => !asked.includes(name)).map((name) => t(fields[name].label)),
    conflicts: asked.map((name) => {
      const { label, inWords = String } = fields[name]
      const words = (value: V[typeof name]) => inWords(value, [base, saved])
      return { name, label: t(label), mine: words(mine[name]), theirs: words(now[name]) }
    }),
  }
}

export function resolveConflicts<V extends FormValues>(
  fields: AnyFields<V>,
  mine: V,
  saved: object,
  merge: Merge<V>,
  taken: readonly string[],
): V {
  const now = valuesOf(fields, saved)
  const chosen = merge.conflicts.map(({ name }) => [
    name,
    (taken.includes(name) ? now : mine)[name],
  ])
  return { ...merge.values, ...Object.fromEntries(chosen) }
}
