/** What a filter takes: one of these words; a person an id or `me`; text only `.empty`; `from`, `to` bound `span`. */
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

/** The maximum of `.last` and `.next`, in days: ten years. */
export const maxDays = 3660

const ofNumbers = ['min', 'max'] as const
const ofTimes = ['from', 'to', 'last', 'next'] as const
const ofChoices = ['not'] as const
const ofNothing = [] as const

/** What may follow the name of a field in a filter, such as `min` in `reportCount.min=1`. */
export type Suffix =
  | (typeof ofNumbers)[number]
  | (typeof ofTimes)[number]
  | (typeof ofChoices)[number]
  | 'empty'

/** The kinds whose filters always have a suffix. */
const unplain = ['number', 'money', 'time', 'text'] as const
export type Unplain = (typeof unplain)[number]

/** The suffixes of a kind, beside `empty`. */
export function suffixesOf(kind: FilterKind): readonly Exclude<Suffix, 'empty'>[] {
  if (kind === 'number' || kind === 'money') return ofNumbers
  if (kind === 'time') return ofTimes
  return ['flag', 'from', 'to', 'text'].includes(kind as string) ? ofNothing : ofChoices
}

/** Whether a filter of this kind works without a suffix, such as `status=due`. */
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
