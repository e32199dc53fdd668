/** What may follow the name of a field in a filter of each kind, such as `min` in `reportCount.min=1`. */
const suffixes = {
  status: ['not'],
  id: ['not'],
  /** An id or `me`. */
  person: ['not'],
  currency: ['not'],
  flag: [],
  /** Bounds the time that is the `span` of the area. */
  from: [],
  to: [],
  number: ['min', 'max'],
  money: ['min', 'max'],
  time: ['from', 'to', 'last', 'next'],
  /** Filtered by whether there is any, with `empty`. */
  text: [],
} as const

/** What a filter takes: one of these words, or what its kind says. */
export type FilterKind = readonly string[] | keyof typeof suffixes

/** The suffixes of a kind, beside `empty`. */
export type SuffixOf<K> = K extends keyof typeof suffixes ? (typeof suffixes)[K][number] : 'not'

export type Suffix = SuffixOf<keyof typeof suffixes> | 'empty'

/** The maximum of `.last` and `.next`, in days: ten years. */
export const maxDays = 3660

export const suffixesOf = (kind: FilterKind): readonly Exclude<Suffix, 'empty'>[] =>
  typeof kind === 'string' ? suffixes[kind] : ['not']

/** The kinds whose filters always have a suffix. */
const unplain = ['number', 'money', 'time', 'text'] as const
export type Unplain = (typeof unplain)[number]

/** Whether a filter of this kind works without a suffix, such as `status=due`. */
export const hasPlain = (kind: FilterKind): boolean =>
  !(unplain as readonly unknown[]).includes(kind)

export type Optional<A> = A extends { optional: readonly (infer F extends string)[] } ? F : never
