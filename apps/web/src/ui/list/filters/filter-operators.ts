import type { Asked, FilterField } from './filter-fields.ts'

/** How a field can be asked for. */
export type Operator =
  | 'is'
  | 'not'
  | 'min'
  | 'max'
  | 'between'
  | 'last'
  | 'next'
  | 'from'
  | 'to'
  | 'span'
  | 'today'
  | 'empty'
  | 'given'

/** An operator in words; one that needs no value has what it asks. */
export interface OperatorWords {
  name: Operator
  label: string
  alone?: Asked
}

/** The operators of a field, the likeliest first. */
export function operatorsOf({ kind, suffixes }: FilterField<unknown>): OperatorWords[] {
  const ofKind: Record<string, OperatorWords[]> = {
    number: numbers,
    money: numbers,
    time: times,
    text: [],
  }
  const has = (suffix: (typeof suffixes)[number]) => suffixes.includes(suffix)
  const choices: OperatorWords[] = [
    { name: 'is', label: 'is' },
    ...(has('not') ? [{ name: 'not' as const, label: 'is not' }] : []),
  ]
  return [...(ofKind[kind] ?? choices), ...(has('empty') ? emptiness : [])]
}

const numbers: OperatorWords[] = [
  { name: 'min', label: 'at least' },
  { name: 'max', label: 'at most' },
  { name: 'between', label: 'between' },
]

const times: OperatorWords[] = [
  { name: 'last', label: 'in the last' },
  { name: 'next', label: 'in the next' },
  { name: 'today', label: 'today', alone: { last: ['0d'] } },
  { name: 'from', label: 'on or after' },
  { name: 'to', label: 'on or before' },
  { name: 'span', label: 'between' },
]

const emptiness: OperatorWords[] = [
  { name: 'empty', label: 'is empty', alone: { empty: ['true'] } },
  { name: 'given', label: 'is not empty', alone: { empty: ['false'] } },
]

/** The operator of what is asked; undefined where nothing is. */
export function operatorOf(asked: Asked): Operator | undefined {
  if (asked.empty) return asked.empty[0] === 'true' ? 'empty' : 'given'
  if (asked.last?.[0] === '0d' || asked.next?.[0] === '0d') return 'today'
  if (asked.min && asked.max) return 'between'
  if (asked.from && asked.to) return 'span'
  return (['is', 'not', 'min', 'max', 'last', 'next', 'from', 'to'] as const).find(
    (name) => asked[name],
  )
}
