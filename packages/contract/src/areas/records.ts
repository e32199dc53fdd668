import { z } from 'zod'
import type { FailureCode } from '../calls/errors.ts'
import { areaQuery, detailsQuery } from '../lists/listing.ts'
import { hideableFields } from '../permissions/conditions.ts'
import {
  currency,
  deletedFields,
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
import { mustBeOneOf } from '../values/said.ts'
import { line, maybeLine, note } from '../values/text.ts'
import { type AreaName, areas } from './areas.ts'
import { type Field, type Fields, type NamesWhere, namesWhere } from './field.ts'
import { areaFields, listings } from './listings.ts'
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

type FieldsOf<N extends AreaName> = (typeof areaFields)[N]
type Statuses<N extends AreaName> = (typeof areas)[N]['statuses']
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

/** The names of the fields that every record has. */
type Common = keyof typeof recordFields | keyof typeof deletedFields

type Described<F extends Fields> = Exclude<keyof F & string, Common | NamesWhere<F, 'virtual'>>
type OfKindOther<F extends Fields> = NamesWhere<F, 'kind', 'other' | 'record'>

type RecordShape<F extends Fields, Statuses, Own> = {
  [K in Exclude<Described<F>, keyof Own>]: MaybeNull<F[K], BaseOf<F[K], Statuses>>
} & Own

/** The schema of a record, named `id` in OpenAPI; `own` has what the kinds of its fields don't say. */
export function recordSchema<
  const N extends AreaName,
  const Own extends { [K in OfKindOther<FieldsOf<N>>]: z.ZodType } & z.ZodRawShape,
>(area: N, id: string, own: Own) {
  const all = { ...recordFields, ...deletedFields }
  const described = Object.entries<Field>(areaFields[area])
    .filter(([name, field]) => !(name in all) && !(name in own) && !field.virtual)
    .map(([name, field]) => {
      const { kind, nullable } = field
      const words = wordsOf(area, field)
      const base = words ? z.enum(words) : answered[kind as keyof typeof answered]
      return [name, nullable ? base.nullable() : base]
    })
  const shape = { ...all, ...Object.fromEntries(described), ...own }
  return z
    .object(
      withoutHidden(area, shape) as typeof recordFields &
        Omit<typeof deletedFields, keyof Own> &
        RecordShape<FieldsOf<N>, Statuses<N>, Own>,
    )
    .meta({ id })
}

/**
 * The shape in which a field that a role may hide can be missing. The types don't say so: the rest of a program has to do
 * with what is missing for somebody where it shows records, and not wherever it reads one.
 */
const withoutHidden = (area: AreaName, shape: z.ZodRawShape): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      hideableFields(area).includes(name) ? z.optional(schema) : schema,
    ]),
  )

/** The values that a field allows, if it is a closed set. */
const wordsOf = (area: AreaName, { kind, choices }: Field): Words | undefined =>
  choices ?? (kind === 'status' ? (areas[area].statuses as readonly string[] as Words) : undefined)

const oneOf = (words: Words) => z.enum(words, mustBeOneOf(words))

/** The schema of each kind of field as a client sends it, where it isn't empty. */
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
/** The schema of an optional line; an empty one becomes null. */
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

/** The schemas of editable fields as sent; `own` has those that their kind doesn't describe. */
export function sentShape<const N extends AreaName, const Own extends z.ZodRawShape>(
  area: N,
  own: Own,
): SentShape<FieldsOf<N>, Statuses<N>, Own> {
  const fields: Fields = areaFields[area]
  const shape = namesWhere(fields, 'editable')
    .filter((name) => !(name in own))
    .map((name) => {
      const field = fields[name] as Field
      const { kind, nullable } = field
      const words = wordsOf(area, field)
      if (words) return [name, oneOf(words)]
      if (kind === 'line' && nullable) return [name, emptyLine]
      const base = sent[kind as keyof typeof sent]
      return [name, nullable && kind !== 'note' && kind !== 'picture' ? base.nullable() : base]
    })
  return { ...Object.fromEntries(shape), ...own } as SentShape<FieldsOf<N>, Statuses<N>, Own>
}

type Needed<F extends Fields> = NamesWhere<F, 'editable', 'required'>

/** The body that creates a record: its required fields, and any of the others. */
export function creation<const N extends AreaName, const S extends z.ZodRawShape>(
  area: N,
  shape: S,
) {
  const fields: Fields = areaFields[area]
  const entries = Object.entries(shape).map(([name, schema]) => [
    name,
    fields[name]?.editable === 'required' ? schema : z.optional(schema),
  ])
  return z.object(
    Object.fromEntries(entries) as {
      [K in keyof S]: K extends Needed<FieldsOf<N>> ? S[K] : z.ZodOptional<S[K]>
    },
  )
}

/** The body that changes a record: fields left out stay as they are; `version` is an optimistic lock. */
export const change = <const S extends z.ZodRawShape>(shape: S) =>
  z.object({ ...shape, version }).partial()

interface OwnCalls {
  /** The failures beyond those that follow from route and schemas. */
  delete?: readonly FailureCode[]
  restore?: readonly FailureCode[]
  /** Text that is appended to the summary of the deletion. */
  deletes?: string
}

/** The call that deletes a record for good; `one` is such as `a bill`. */
export const purgeCall = (one: string) => ({
  summary: `Permanently delete ${one}, which has to be deleted first`,
  data: z.object({}),
  errors: ['conflict'] as const,
})

/** The calls that every area has beside its saves; `page` is how the answer of its list holds the records. */
export function recordCalls<const N extends AreaName, S extends z.ZodType, P extends object>(
  area: N,
  one: string,
  data: S,
  page: P,
  own: OwnCalls = {},
) {
  const name = one.replace(/^an? /, '')
  return named(area, {
    list: {
      summary: areas[area].title,
      query: areaQuery<(typeof listings)[N]>(listings[area]),
      ...page,
    },
    details: { data, summary: `One ${name}, deleted or not`, query: detailsQuery },
    delete: { data, summary: `Delete ${one}${own.deletes ?? ''}`, errors: own.delete ?? [] },
    restore: { data, summary: `Bring a deleted ${name} back`, errors: own.restore ?? [] },
    purge: purgeCall(one),
  })
}

/** The calls that create and change a record; the fields of `own.moves` are for changes only. */
export const saveCalls = <
  const N extends AreaName,
  R extends z.ZodType,
  const S extends z.ZodRawShape,
  const O extends { files?: readonly string[] },
  const M extends z.ZodRawShape = Record<never, never>,
>(
  area: N,
  data: R,
  sent: S,
  own: O & {
    create: string
    update: string
    moves?: M
    errors?: { create?: readonly FailureCode[]; update: readonly FailureCode[] }
  },
) => {
  const files = (own.files ? { files: own.files } : {}) as Pick<O, 'files' & keyof O>
  return named(area, {
    create: {
      summary: own.create,
      body: creation(area, sent),
      ...files,
      data,
      status: 201 as const,
      errors: own.errors?.create ?? [],
    },
    update: {
      summary: own.update,
      body: change({ ...sent, ...(own.moves as M) }),
      ...files,
      data,
      errors: ['out_of_date' as const, ...(own.errors?.update ?? [])],
    },
  })
}
