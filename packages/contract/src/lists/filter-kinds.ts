/** A list is of words. A person is an id or `me`; of text only emptiness is asked; `from`, `to` bound the `span`. */
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

/** Ten years. */
export const maxDays = 3660

const ofNumbers = ['min', 'max'] as const
const ofTimes = ['from', 'to', 'last', 'next'] as const
const ofChoices = ['not'] as const
const ofNothing = [] as const

/** `reportCount.min=1` */
export type Suffix =
  | (typeof ofNumbers)[number]
  | (typeof ofTimes)[number]
  | (typeof ofChoices)[number]
  | 'empty'

/** Only asked for by suffixes. */
const unplain = ['number', 'money', 'time', 'text'] as const
export type Unplain = (typeof unplain)[number]

/** Beside `empty`. */
export function suffixesOf(kind: FilterKind): readonly Exclude<Suffix, 'empty'>[] {
  if (kind === 'number' || kind === 'money') return ofNumbers
  if (kind === 'time') return ofTimes
  return ['flag', 'from', 'to', 'text'].includes(kind as string) ? ofNothing : ofChoices
}

/** `status=due` */
export const hasPlain = (kind: FilterKind): boolean =>
  !(unplain as readonly unknown[]).includes(kind)

export type SuffixOf<K> = K extends 'number' | 'money'
  ? (typeof ofNumbers)[number]
  : K extends 'time'
    ? (typeof ofTimes)[number]
    : K extends 'flag' | 'from' | 'to' | 'text'
      ? never
      : 'not'

export type Optional<A> = A extends { optional: readonly (infer F extends string)[] } ? F : never
