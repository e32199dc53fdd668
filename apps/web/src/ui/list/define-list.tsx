import type { ExportArea } from '@steward/contract/areas'
import { type Field, type Fields, namesWhere } from '@steward/contract/field'
import type { ReactNode } from 'react'
import { type DeepPartial, listOf, referenceOf } from '../../api/read.ts'
import { amountTexts } from '../format/amount-texts.ts'
import type { TimeKind } from '../format/time-text.ts'
import {
  actionsColumn,
  choicesOf,
  countColumn,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from './columns.tsx'
import type { Column, Filter, ListDefinition } from './list-definition.ts'
import { fieldOf } from './list-matching.ts'

type Own<T> = Partial<Column<T>> & {
  /** How a time is written, and whether its hour is. */
  kind?: TimeKind
  day?: boolean
  lines?: 2
}

/** How a field looks in a list, where that isn't what its kind says; null for no column of it. */
type Layout<T> = Readonly<Record<string, Own<T> | null>>

/** What a filter has that its field doesn't say; an empty one for a control of its own by the field's kind. */
type OwnFilter<T> = Readonly<Record<string, unknown>> & {
  useChoices?: () => readonly { value: string; label: string }[] | null
  nameIn?: (record: DeepPartial<T>) => string | null
  passes?: (record: DeepPartial<T>, values: readonly string[]) => boolean
}

/** What a list is made of beside the fields of its records. */
interface ListParts<T>
  extends Omit<ListDefinition<T>, 'columns' | 'filters' | 'searched' | 'searchHint' | 'exports'> {
  searchHint?: string
  /** The columns shown, in their order; a field that is left out has one that is hidden. */
  columns: Layout<T>
  actions?: (record: DeepPartial<T>) => ReactNode
  /** The filters with a control of their own, in their order; others are chosen from a menu. */
  filters: Readonly<Record<string, OwnFilter<T>>>
  exports?: ExportArea
}

/** Makes a list of the fields of an area's records. */
export function defineList<T>(fields: Fields, parts: ListParts<T>): ListDefinition<T> {
  const { columns, actions, filters, exports, searchHint = hintOf(fields), ...definition } = parts
  return {
    ...definition,
    fields,
    searchHint,
    searched: (record) => searchedTexts(fields, record),
    columns: [...columnsOf(fields, columns), ...(actions ? [actionsColumn<T>(actions)] : [])],
    filters: Object.entries(filters).map(([name, own]) =>
      filterOf<T>(name, fields[name] as Field, own, definition.list.statuses),
    ),
    ...(exports && { exports: { area: exports } }),
  }
}

function hintOf(fields: Fields): string {
  const names = namesWhere(fields, 'searchable').map((name) => fields[name]?.label.toLowerCase())
  return names.length === 1 ? `Search by ${names[0]}` : `Search ${names.join(', ')}`
}

/** The texts that the search looks through where the server doesn't search. */
function searchedTexts(fields: Fields, record: unknown): unknown[] {
  return namesWhere(fields, 'searchable').flatMap((name) => {
    const value = fieldOf(record, name)
    const kind = fields[name]?.kind
    if (kind === 'money') return amountTexts(value, fieldOf(record, 'currency'))
    return kind === 'person' || kind === 'namedPerson' ? referenceOf(value)?.name : value
  })
}

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

function columnsOf<T>(fields: Fields, layout: Layout<T>): Column<T>[] {
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

function filterOf<T>(
  name: string,
  field: Field,
  own: OwnFilter<T>,
  statuses: readonly string[],
): Filter<T> {
  const { kind, label, choices } = field
  const base = { key: name, label, ...own }
  if (own.useChoices) return { kind: 'loaded', ...base, useChoices: own.useChoices }
  switch (kind) {
    case 'status':
      return { kind: 'choices', choices: choicesOf(statuses), ...base }
    case 'choice':
      return { kind: 'choices', choices: choicesOf(choices ?? []), ...base }
    case 'currency':
      return { kind: 'currency', ...base }
    case 'flag':
      return { kind: 'flag', yes: 'Yes', no: 'No', ...base }
    case 'time':
    case 'day':
      return { kind: 'span', field: name, ...base }
    default:
      return {
        kind: 'id',
        nameIn: (record) => referenceOf(fieldOf(record, name))?.name ?? null,
        ...base,
      }
  }
}
