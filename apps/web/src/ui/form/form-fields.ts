import { textOf } from '../../api/read.ts'

/** The values of a form, each as JSON can hold it, since a draft keeps it. */
export type FormValues = Record<string, unknown>

/** What a field gives to the request, unless that is its value; `undefined` for nothing. */
type Sender<V, T, S> = [T] extends [S]
  ? { toRequest?: (value: T, values: V) => S | undefined }
  : { toRequest: (value: T, values: V) => S | undefined }

/** How a field starts; unless given, with the text that the record has under its name. */
type Reader<T, R> = [string] extends [T]
  ? { read?: (record: R | null) => T }
  : { read: (record: R | null) => T }

/** One field of a record's form. */
type FormField<V, T, R, S> = Reader<T, R> &
  Sender<V, T, S> & {
    label: string
    /** What is wrong with it before it is sent; the server has the last word. */
    check?: (value: T, values: V) => string | null | undefined
    /** Whether two values are the same; compared by identity unless given. */
    equal?: (one: T, other: T) => boolean
    /**
     * The value as people read it, where the field holds something else; the records hold names of what it refers to.
     */
    inWords?: (value: T, records: readonly (R | null)[]) => string
    /** Sent of a new record also where nothing was typed. */
    always?: boolean
    /** Sent when one of these has changed, too. */
    sentWith?: readonly (keyof V)[]
    /** Checked when one of these has changed, too. */
    checkedWith?: readonly (keyof V)[]
    /** Never written into a draft. */
    secret?: boolean
  }

/** The fields of a record's form (values V, record R, request S), by the names of the call that saves it. */
export type FormFields<V extends FormValues, R, S extends { [K in keyof V]?: unknown }> = {
  readonly [K in keyof V]: FormField<V, V[K], R, S[K]>
}

/** The same where neither record nor request matter, which are each field's own. */
export type AnyFields<V extends FormValues> = {
  // biome-ignore lint/suspicious/noExplicitAny: a field's record and request are its own
  readonly [K in keyof V]: FormField<V, V[K], any, any>
}

/** A field of any form. */
// biome-ignore lint/suspicious/noExplicitAny: a field's value, record and request are its own
export type AnyField = Partial<FormField<any, any, any, any>>

const namesOf = <V extends FormValues>(fields: AnyFields<V>) =>
  Object.keys(fields) as (keyof V & string)[]

/** The values that a form starts with. @param record null for a new one */
export const valuesOf = <V extends FormValues>(fields: AnyFields<V>, record: object | null): V => {
  const valueIn = (name: keyof V & string) => {
    const { read } = fields[name]
    return read ? read(record) : (textOf(record?.[name as keyof typeof record]) ?? '')
  }
  return Object.fromEntries(namesOf(fields).map((name) => [name, valueIn(name)])) as V
}

/** The names of the fields that differ between two states of a form. */
export const changedFields = <V extends FormValues>(fields: AnyFields<V>, one: V, other: V) =>
  namesOf(fields).filter((name) => !(fields[name].equal ?? Object.is)(one[name], other[name]))

/** What was changed on top of one state of a form, put on top of another one. */
export const mergeValues = <V extends FormValues>(
  fields: AnyFields<V>,
  before: V,
  mine: V,
  theirs: V,
): V => ({ ...theirs, ...pick(mine, changedFields(fields, mine, before)) })

/** Some values of a form. */
export const pick = <V extends FormValues>(values: V, names: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>

/**
 * What is wrong with a form before it is sent: a sentence by field. Of a record that is there already, a
 * field that is left as it is isn't asked about: imported records, or another server's, may have odd ones.
 * @param before the values that the form started with; null for a new record
 */
export function checkFields<V extends FormValues>(
  fields: AnyFields<V>,
  values: V,
  before: V | null,
): Record<string, string> {
  const changed = before && changedFields(fields, values, before)
  const hasChanged = (name: keyof V) => changed?.includes(name as keyof V & string)
  const isAsked = (name: keyof V & string) =>
    !changed ||
    hasChanged(name) ||
    fields[name].checkedWith?.some(hasChanged) ||
    (values[name] !== '' && fields[name].sentWith?.some(hasChanged))
  const found = namesOf(fields)
    .filter(isAsked)
    .map((name) => [name, fields[name].check?.(values[name], values)])
  return Object.fromEntries(found.filter(([, words]) => words))
}

/** What is sent: the fields that differ from before, and of a new record those that always are. */
export function changesToSend<V extends FormValues, S extends object>(
  fields: AnyFields<V>,
  values: V,
  before: V,
  isNew: boolean,
): Partial<S> {
  const changed = changedFields(fields, values, before)
  const sent = namesOf(fields).filter(
    (name) =>
      changed.includes(name) ||
      (isNew && fields[name].always) ||
      fields[name].sentWith?.some((other) => changed.includes(other as (typeof changed)[number])),
  )
  const entries = sent.map((name) => {
    const value = values[name]
    const { toRequest } = fields[name]
    return [name, toRequest ? toRequest(value, values) : value]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<S>
}
