import { z } from 'zod'
import type { ListAbilities } from '../areas/listings.ts'
import { currency, id } from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import {
  type FilterKind,
  hasPlain,
  maxDays,
  type Optional,
  type SuffixOf,
  suffixesOf,
  type Unplain,
} from './filter-kinds.ts'

/** One of these words; may be repeated in a query for any of several. */
export function oneOf<const V extends readonly [string, ...string[]]>(values: V) {
  const words = mustBeOneOf(values)
  return several(z.enum(values, words), words)
}

/** The id of a record, in lower case as in the database; may be repeated for any of several. */
export const byId = () => several(id.toLowerCase(), 'must be the _id of a record')

/** The code of a currency; may be repeated for any of several. */
const byCurrency = () => several(currency, 'must be a currency code such as EUR')

/** One value or several; refuses an empty list, which a query within a body could hold. */
function several<T extends z.ZodType>(item: T, words: string) {
  return z
    .union([z.array(item).min(1, words).max(100), item.transform((one) => [one])], words)
    .optional()
}

export const flag = () =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional()

/** One end of a span of time, inclusive: a day means its first moment as `from`, its last as `to`. */
export const bound = (end: 'from' | 'to') => instant(end === 'to').optional()

const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const personWords = 'must be the _id of a person, or me'

/** The id of a person, or `me`; may be repeated for any of several. */
const byPerson = () =>
  several(
    z
      .string()
      .regex(new RegExp(`^(?:me|${idPattern})$`, 'i'), personWords)
      .toLowerCase(),
    personWords,
  ).meta({
    description: 'The _id of a person, or me: whoever asks',
  })

const limitOf = (words: string) =>
  z
    .string(notWhole)
    .regex(/^-?\d{1,15}$/, notWhole)
    .transform(Number)
    .optional()
    .meta({ description: words })
const notWhole = 'must be a whole number'

/** A number of days such as `7d`, at most {@link maxDays}; `0d` is today. */
const days = (words: string) =>
  z
    .string(notDays)
    .regex(/^\d{1,4}d$/, notDays)
    .transform((text) => Number(text.slice(0, -1)))
    .pipe(z.number().max(maxDays, notDays))
    .optional()
    .meta({ description: words })
const notDays = wording('must be a number of days such as {example}, at most {most}', {
  example: '7d',
  most: `${maxDays}d`,
})

const suffixes = {
  min: () => limitOf('This, or more'),
  max: () => limitOf('This, or less'),
  from: () => bound('from').meta({ description: 'At this time or later' }),
  to: () => bound('to').meta({ description: 'At this time or before it' }),
  last: () => days('In so many days up to now, such as 7d; 0d: today (UTC)'),
  next: () => days('In so many days from now on, such as 7d; 0d: today (UTC)'),
  empty: () => flag().meta({ description: 'Whether there is none' }),
}

/** Whether all filters or any one must match; search and deletion always must. */
export const matching = () =>
  z.enum(['all', 'any'], 'must be all or any').optional().meta({
    description: 'Whether all fields that are asked for must match, or any one of them',
  })

const kinds = {
  id: byId,
  person: byPerson,
  currency: byCurrency,
  flag,
  from: () => bound('from'),
  to: () => bound('to'),
}

type Words = readonly [string, ...string[]]

/** The schema of each filter of an area, with and without suffixes. */
export function areaFilters<const A extends ListAbilities>(area: A): Filters<A> {
  const plain = (kind: FilterKind) => {
    if (typeof kind !== 'string') return oneOf(kind as Words)
    return kind === 'status' ? oneOf(area.statuses as Words) : kinds[kind as keyof typeof kinds]()
  }
  const filters = Object.entries(area.filters).flatMap(([name, kind]) => {
    const empty = area.optional?.includes(name) ? (['empty'] as const) : []
    return [
      ...(hasPlain(kind) ? [[name, plain(kind)] as const] : []),
      ...[...suffixesOf(kind), ...empty].map((suffix) => {
        const schema =
          suffix === 'not' ? plain(kind).meta({ description: 'None of these' }) : suffixes[suffix]()
        return [`${name}.${suffix}`, schema] as const
      }),
    ]
  })
  return Object.fromEntries(filters) as unknown as Filters<A>
}

type FilterOf<A extends ListAbilities, K> = K extends 'status'
  ? ReturnType<typeof oneOf<A['statuses'] & Words>>
  : K extends keyof typeof kinds
    ? ReturnType<(typeof kinds)[K]>
    : K extends Words
      ? ReturnType<typeof oneOf<K>>
      : never

/** The value of a filter with a suffix, after the schema has read it. */
export type SuffixValue = string | number | boolean | string[]

export type Filters<A extends ListAbilities> = {
  [F in keyof A['filters'] as A['filters'][F] extends Unplain ? never : F]: FilterOf<
    A,
    A['filters'][F]
  >
} & {
  [F in keyof A['filters'] & string as
    | `${F}.${SuffixOf<A['filters'][F]>}`
    | `${F & Optional<A>}.empty`]: z.ZodOptional<z.ZodType<SuffixValue, string | string[]>>
}
