import { textOf } from '../../api/read.ts'

/** JSON values, since a draft keeps them. */
export type FormValues = Record<string, unknown>

/** The value for the request unless it is sent as is; `undefined` omits it. */
type Sender<V, T, S> = [T] extends [S]
  ? { toRequest?: (value: T, values: V) => S | undefined }
  : { toRequest: (value: T, values: V) => S | undefined }

/** The initial value; by default the record's text of that name. */
type Reader<T, R> = [string] extends [T]
  ? { read?: (record: R | null) => T }
  : { read: (record: R | null) => T }

type FormField<V, T, R, S> = Reader<T, R> &
  Sender<V, T, S> & {
    label: string
    /** Checked before sending; the server decides. */
    check?: (value: T, values: V) => string | null | undefined
    /** Identity unless given. */
    equal?: (one: T, other: T) => boolean
    /** The value for people; records hold names of references. */
    inWords?: (value: T, records: readonly (R | null)[]) => string
    /** Sent for a new record also where unchanged. */
    always?: boolean
    /** Sent when one of these has changed, too. */
    sentWith?: readonly (keyof V)[]
    /** Checked when one of these has changed, too. */
    checkedWith?: readonly (keyof V)[]
    /** Never in a draft. */
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

/** @param record null for a new one */
export const valuesOf = <V extends FormValues>(fields: AnyFields<V>, record: object | null): V => {
  const valueIn = (name: keyof V & string) => {
    const { read } = fields[name]
    return read ? read(record) : (textOf(record?.[name as keyof typeof record]) ?? '')
  }
  return Object.fromEntries(namesOf(fields).map((name) => [name, valueIn(name)])) as V
}

export const changedFields = <V extends FormValues>(fields: AnyFields<V>, one: V, other: V) =>
  namesOf(fields).filter((name) => !(fields[name].equal ?? Object.is)(one[name], other[name]))

/** Applies the changes on one state to another. */
export const mergeValues = <V extends FormValues>(
  fields: AnyFields<V>,
  before: V,
  mine: V,
  theirs: V,
): V => ({ ...theirs, ...pick(mine, changedFields(fields, mine, before)) })

export const pick = <V extends FormValues>(values: V, names: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>

/**
 * Errors by field; unchanged fields of existing records are skipped, as imported values may be odd.
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

/** Changed fields, and of a new record those sent always. */
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
