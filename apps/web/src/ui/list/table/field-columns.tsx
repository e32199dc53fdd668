import type { Field, Fields } from '@steward/contract/areas/field'
import { type DeepPartial, listOf, referenceOf } from '../../../api/read.ts'
import type { TimeKind } from '../../format/time-text.ts'
import { fieldOf } from '../client-side/list-matching.ts'
import type { Column } from '../screen/list-definition.ts'
import {
  countColumn,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from './columns.tsx'

type Own<T> = Partial<Column<T>> & {
  /** How a time is written, and whether its hour is. */
  kind?: TimeKind
  day?: boolean
  lines?: 2
}

/** How a field looks in a list, where that isn't what its kind says; null for no column of it. */
export type Layout<T> = Readonly<Record<string, Own<T> | null>>

const hidden = [
  'line',
  'email',
  'person',
  'namedPerson',
  'reference',
  'choice',
  'flag',
  'count',
  'money',
  'time',
  'day',
]

/** Every record has them; a list shows them where it names them. */
const common = ['updatedAt', 'deletedAt', 'deletedBy']

/** The columns of a list: those of the layout in its order, then one that is hidden of each other field. */
export function columnsFor<T>(fields: Fields, layout: Layout<T>): Column<T>[] {
  const named = Object.entries(layout).flatMap(([name, own]) =>
    own ? [columnOf<T>(name, fields[name] as Field, own)] : [],
  )
  const others = Object.entries(fields)
    .filter(([name, { kind, virtual }]) => {
      return !(name in layout || virtual || common.includes(name)) && hidden.includes(kind)
    })
    .map(([name, field]) => columnOf<T>(name, field, { hidden: true }))
  return [...named, ...others]
}

/** `dueAt` → `due`, `likeCount` → `likes` */
const keyOf = (name: string) => name.replace(/At$/, '').replace(/Count$/, 's')

function columnOf<T>(name: string, field: Field, own: Own<T>): Column<T> {
  const { key = keyOf(name), label = field.label, ...options } = own
  const all = { ...options, ...(field.sortable && { sort: name }) }
  const read = (record: DeepPartial<T>) => fieldOf(record, name)
  const exported = field.kind === 'money' ? `${name} currency` : name
  if (isWhole(own)) return { exported, ...own, ...(field.sortable && { sort: name }) }
  const column = { exported, ...cellOf(field, { key, label, read, all }), ...all }
  if (!own.cell || own.most !== undefined) return column
  // How wide its own cell can become, its text doesn't say.
  const { most: _, ...others } = column
  return others
}

/** Whether a layout says all of a column. */
const isWhole = <T,>(own: Own<T>): own is Column<T> =>
  own.key !== undefined && own.label !== undefined && own.cell !== undefined

function cellOf<T>(
  { kind }: Field,
  of: { key: string; label: string; read: (record: DeepPartial<T>) => unknown; all: Own<T> },
): Column<T> {
  const { key, label, read, all } = of
  switch (kind) {
    case 'count':
      return countColumn<T>(key, label, read, all)
    case 'pictures':
      return countColumn<T>(key, label, (record) => listOf(read(record) as unknown[]).length, all)
    case 'money':
      return moneyColumn<T>(
        key,
        label,
        (record) => ({ amount: read(record), currency: fieldOf(record, 'currency') }),
        all,
      )
    case 'status':
    case 'choice':
      return statusColumn<T>(key, label, read, all)
    case 'time':
    case 'day':
      return timeColumn<T>(key, label, read, { day: kind === 'day', ...all })
    case 'person':
    case 'namedPerson':
      return personColumn<T>(key, label, read, all)
    case 'reference':
      return textColumn<T>(key, label, (record) => referenceOf(read(record))?.name, all)
    case 'flag':
      return textColumn<T>(key, label, (record) => flagWord(read(record)), all)
    default:
      return textColumn<T>(key, label, read, all)
  }
}

const flagWord = (value: unknown) => (value === true ? 'Yes' : value === false ? 'No' : null)
