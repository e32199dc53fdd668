import { textOf } from '../../api/answers/read.ts'

/** The values of a form's fields; they are JSON, since a draft stores them. */
export type FormValues = Record<string, unknown>

/** Turns a value into what is sent, unless both are the same; `undefined` omits the field. */
type Sender<V, T, S> = [T] extends [S]
  ? { toRequest?: (value: T, values: V) => S | undefined }
  : { toRequest: (value: T, values: V) => S | undefined }

/** Reads the initial value from the record; by default its text property of the field's name. */
type Reader<T, R> = [string] extends [T]
  ? { read?: (record: R | null) => T }
  : { read: (record: R | null) => T }

type FormField<V, T, R, S> = Reader<T, R> &
  Sender<V, T, S> & {
    label: string
    /** Returns an error before anything is sent; the server has the final say. */
    check?: (value: T, values: V) => string | null | undefined
    /** Whether two values are equal; by default `===`. */
    equal?: (one: T, other: T) => boolean
    /** The value as text for people; `records` are where the names of references are looked up. */
    inWords?: (value: T, records: readonly (R | null)[]) => string
    /** Whether a new record sends the field even if it is unchanged. */
    always?: boolean
    /** Other fields; when one of them has changed, this one is sent as well. */
    sentWith?: readonly (keyof V)[]
    /** Other fields; when one of them has changed, this one is checked as well. */
    checkedWith?: readonly (keyof V)[]
    /** Whether the value must never be stored in a draft. */
    secret?: boolean
  }

export type FormFields<V extends FormValues, R, S extends { [K in keyof V]?: unknown }> = {
  readonly [K in keyof V]: FormField<V, V[K], R, S[K]>
}

export type AnyFields<V extends FormValues> = {
  // biome-ignore lint/suspicious/noExplicitAny: a field's record and request are its own
  readonly [K in keyof V]: FormField<V, V[K], any, any>
}

// biome-ignore lint/suspicious/noExplicitAny: a field's value, record and request are its own
export type AnyField = Partial<FormField<any, any, any, any>>

const namesOf = <V extends FormValues>(fields: AnyFields<V>) =>
  Object.keys(fields) as (keyof V & string)[]

/** The initial values of a form; `record` is null for a new one. */
export const valuesOf = <V extends FormValues>(fields: AnyFields<V>, record: object | null): V => {
  const valueIn = (name: keyof V & string) => {
    const { read } = fields[name]
    return read ? read(record) : (textOf(record?.[name as keyof typeof record]) ?? '')
  }
  return Object.fromEntries(namesOf(fields).map((name) => [name, valueIn(name)])) as V
}

export const changedFields = <V extends FormValues>(fields: AnyFields<V>, one: V, other: V) =>
  namesOf(fields).filter((name) => !(fields[name].equal ?? Object.is)(one[name], other[name]))

/** Applies what differs between `before` and `mine` to another set of values. */
export const mergeValues = <V extends FormValues>(
  fields: AnyFields<V>,
  before: V,
  mine: V,
  theirs: V,
): V => ({ ...theirs, ...pick(mine, changedFields(fields, mine, before)) })

export const pick = <V extends FormValues>(values: V, names: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>

/**
 * Errors by field; unchanged fields of existing records are skipped, as imports may be invalid.
 * @param before the initial values; null for a new record
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

/** The request fields that changed, and for a new record those that are always sent. */
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
