import { z } from 'zod'
import type { FailureCode } from '../calls/errors.ts'
import { detailsQuery } from '../lists/listing.ts'
import {
  currency,
  deletedFields,
  idParams,
  minorUnits,
  person,
  personOrName,
  pictureText,
  recordFields,
  recordId,
  reference,
  time,
  version,
} from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import { line, maybeLine, note } from '../values/text.ts'
import { type Field, type Fields, type NamesWhere, namesWhere } from './field.ts'
import { named } from './record-routes.ts'

/** The schema of each kind of field in an answer. */
const answered = {
  line: z.string(),
  note: z.string(),
  email: z.string(),
  person,
  namedPerson: z
    .object({ _id: z.string().nullable(), name: z.string() })
    .meta({ description: '_id is null for somebody without an account' }),
  reference,
  id: z.string(),
  flag: z.boolean(),
  count: z.int(),
  money: minorUnits,
  currency,
  time,
  day: time,
  picture: z.string(),
  pictures: z.array(z.string()),
} as const

type Words = readonly [string, ...string[]]
type EnumOf<W> = W extends readonly string[] ? z.ZodEnum<{ [K in W[number]]: K }> : never

type BaseOf<F extends Field, Statuses> = F extends { choices: infer C }
  ? EnumOf<C>
  : F['kind'] extends 'status'
    ? EnumOf<Statuses>
    : F['kind'] extends keyof typeof answered
      ? (typeof answered)[F['kind']]
      : never

type MaybeNull<F extends Field, S extends z.ZodType> = F extends { nullable: true }
  ? z.ZodNullable<S>
  : S

/** Set by every record, not by its own fields. */
type Common = keyof typeof recordFields | keyof typeof deletedFields

type Described<F extends Fields> = Exclude<keyof F & string, Common | NamesWhere<F, 'virtual'>>
type OfKindOther<F extends Fields> = NamesWhere<F, 'kind', 'other' | 'record'>

/** The shape of a record's own fields: each by its kind, or as the area says. */
type RecordShape<F extends Fields, Statuses, Own> = {
  [K in Exclude<Described<F>, keyof Own>]: MaybeNull<F[K], BaseOf<F[K], Statuses>>
} & Own

/**
 * The schema of an area's records, from its fields.
 * @param id its name in the OpenAPI document
 * @param area which gives the states
 * @param own schemas of fields whose kind says too little, and of what is no field
 */
export function recordSchema<
  const F extends Fields,
  const A extends { statuses: readonly string[] },
  const Own extends { [K in OfKindOther<F>]: z.ZodType } & z.ZodRawShape,
>(id: string, area: A, fields: F, own: Own) {
  const all = { ...recordFields, ...deletedFields }
  const shape = Object.entries(fields)
    .filter(([name, field]) => !(name in all) && !(name in own) && !field.virtual)
    .map(([name, { kind, choices, nullable }]: [string, Field]) => {
      const words = choices ?? (kind === 'status' ? (area.statuses as Words) : undefined)
      const base = words ? z.enum(words) : answered[kind as keyof typeof answered]
      return [name, nullable ? base.nullable() : base]
    })
  return z
    .object({ ...all, ...Object.fromEntries(shape), ...own } as typeof recordFields &
      Omit<typeof deletedFields, keyof Own> &
      RecordShape<F, A['statuses'], Own>)
    .meta({ id })
}

const oneOf = (words: Words) => z.enum(words, `must be one of ${words.join(', ')}`)

/** The schema of each kind of field as a client sends it, where it can't be empty. */
const sent = {
  line: line(),
  note: note(),
  namedPerson: personOrName,
  person: recordId,
  flag: z.boolean('must be true or false'),
  money: minorUnits.min(0, 'must be 0 or more').meta({ description: 'In minor units' }),
  currency,
  time: instant(),
  day: instant(),
  picture: pictureText,
} as const
/** An empty line counts as none. */
const emptyLine = maybeLine()

type SentOf<F extends Field, Statuses> = F extends { choices: infer C }
  ? EnumOf<C>
  : F['kind'] extends 'status'
    ? EnumOf<Statuses>
    : F extends { kind: 'line'; nullable: true }
      ? typeof emptyLine
      : F['kind'] extends 'note' | 'picture'
        ? (typeof sent)[F['kind']]
        : F['kind'] extends keyof typeof sent
          ? MaybeNull<F, (typeof sent)[F['kind']]>
          : never

type Editable<F extends Fields> = NamesWhere<F, 'editable'>

type SentShape<F extends Fields, Statuses, Own> = {
  [K in Exclude<Editable<F>, keyof Own>]: SentOf<F[K], Statuses>
} & Own

/** The fields that a client can send of a record. @param own schemas of fields whose kind says too little */
export function sentShape<
  const F extends Fields,
  const A extends { statuses: readonly string[] },
  const Own extends z.ZodRawShape,
>(area: A, fields: F, own: Own): SentShape<F, A['statuses'], Own> {
  const shape = namesWhere(fields, 'editable')
    .filter((name) => !(name in own))
    .map((name) => {
      const { kind, choices, nullable } = fields[name] as Field
      const words = choices ?? (kind === 'status' ? (area.statuses as Words) : undefined)
      if (words) return [name, oneOf(words)]
      if (kind === 'line' && nullable) return [name, emptyLine]
      const base = sent[kind as keyof typeof sent]
      return [name, nullable && kind !== 'note' && kind !== 'picture' ? base.nullable() : base]
    })
  return { ...Object.fromEntries(shape), ...own } as SentShape<F, A['statuses'], Own>
}

type Needed<F extends Fields> = NamesWhere<F, 'editable', 'required'>

/** The fields that create a record: those that are required, and any of the others. */
export function creation<const F extends Fields, const S extends z.ZodRawShape>(
  fields: F,
  shape: S,
) {
  const entries = Object.entries(shape).map(([name, schema]) => [
    name,
    fields[name]?.editable === 'required' ? schema : z.optional(schema),
  ])
  return z.object(
    Object.fromEntries(entries) as {
      [K in keyof S]: K extends Needed<F> ? S[K] : z.ZodOptional<S[K]>
    },
  )
}

/** The fields that change a record: what is left out stays as it is, `version` guards against lost updates. */
export const change = <const S extends z.ZodRawShape>(shape: S) =>
  z.object({ ...shape, version }).partial()

/** What the calls that every area has do otherwise in one. */
interface OwnCalls {
  /** Failures beside those that follow from route and schemas. */
  delete?: readonly FailureCode[]
  restore?: readonly FailureCode[]
  /** What else there is to know of a deletion. */
  deletes?: string
}

/**
 * The calls that the records of every area have, beside its list.
 * @param one such as `a bill`
 */
export function recordCalls<const N extends string, S extends z.ZodType>(
  area: N,
  one: string,
  data: S,
  own: OwnCalls = {},
) {
  const record = { params: idParams, data }
  const name = one.replace(/^an? /, '')
  return named(area, {
    details: { ...record, summary: `One ${name}, deleted or not`, query: detailsQuery },
    delete: {
      ...record,
      summary: `Delete ${one}${own.deletes ?? ''}`,
      errors: own.delete ?? [],
    },
    restore: {
      ...record,
      summary: `Bring a deleted ${name} back`,
      errors: own.restore ?? [],
    },
    purge: {
      summary: `Permanently delete ${one}, which has to be deleted first`,
      params: idParams,
      data: z.object({}),
      errors: ['conflict'] as const,
    },
  })
}
