/**
 * How a filter of a list is read: as one of some words, or as its kind of value. A person is an id or `me`; of a text
 * only whether it is empty is asked; `from` and `to` bound the area's `span`.
 */
export type FilterKind =
  | readonly string[]
  | 'status'
  | 'id'
  | 'person'
  | 'currency'
  | 'flag'
  | 'from'
  | 'to'
  | 'number'
  | 'money'
  | 'time'
  | 'text'

/** The largest number of days before or after now that can be asked for: ten years. */
export const maxDays = 3660

const ofNumbers = ['min', 'max'] as const
const ofTimes = ['from', 'to', 'last', 'next'] as const
const ofChoices = ['not'] as const
const ofNothing = [] as const

/** What can follow the name of a field in a query: `reportCount.min=1`. */
export type Suffix =
  | (typeof ofNumbers)[number]
  | (typeof ofTimes)[number]
  | (typeof ofChoices)[number]
  | 'empty'

/** Kinds of filters that only suffixes ask for. */
const unplain = ['number', 'money', 'time', 'text'] as const
export type Unplain = (typeof unplain)[number]

/** The suffixes that a kind of filter takes, beside `empty` where the field can be empty. */
export function suffixesOf(kind: FilterKind): readonly Exclude<Suffix, 'empty'>[] {
  if (kind === 'number' || kind === 'money') return ofNumbers
  if (kind === 'time') return ofTimes
  return ['flag', 'from', 'to', 'text'].includes(kind as string) ? ofNothing : ofChoices
}

/** Whether a filter is asked for by its name alone: `status=due`. */
export const hasPlain = (kind: FilterKind): boolean =>
  !(unplain as readonly unknown[]).includes(kind)

/** The suffixes of a kind of filter. */
export type SuffixOf<K> = K extends 'number' | 'money'
  ? (typeof ofNumbers)[number]
  : K extends 'time'
    ? (typeof ofTimes)[number]
    : K extends 'flag' | 'from' | 'to' | 'text'
      ? never
      : 'not'

/** The fields of an area that can be empty. */
export type Optional<A> = A extends { optional: readonly (infer F extends string)[] } ? F : never
