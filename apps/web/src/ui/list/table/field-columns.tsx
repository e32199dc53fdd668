import type { Field, Fields } from '@steward/contract/areas/field'
import { count, t } from '@steward/i18n/reader'
import type { Reference } from '../../../api/answers/records.ts'
import { Money } from '../../format/money.tsx'
import { moneyText } from '../../format/money-text.ts'
import { Count } from '../../format/text.tsx'
import type { TimeKind } from '../../format/time-text.ts'
import { PersonCell } from '../../record/picture-cell.tsx'
import type { Column } from '../definition/list-definition.ts'
import { fieldOf } from '../definition/list-matching.ts'
import { type Options, type Reader, statusColumn, textColumn, timeColumn } from './columns.tsx'

type Own<T> = Partial<Column<T>> & {
  /** How a time is written, and whether its hour is left out. */
  kind?: TimeKind
  day?: boolean
  lines?: 2
}

/** How a field looks in a list, where that isn't what its kind says; null for no column of it. */
export type Layout<T> = Readonly<Record<string, Own<T> | null>>

/** The kinds of fields without a column, unless a layout names the field. */
const unlisted = ['note', 'id', 'record', 'status', 'currency', 'picture', 'pictures', 'other']

/** Fields of every record, which a list shows only where its layout names them. */
const common = ['updatedAt', 'deletedAt', 'deletedBy']

/** The columns of a list: those of the layout in its order, then one that is hidden of each other field. */
export function columnsFor<T>(fields: Fields, layout: Layout<T>): Column<T>[] {
  const named = Object.entries(layout).flatMap(([name, own]) =>
    own ? [columnOf<T>(name, fields[name] as Field, own)] : [],
  )
  const others = Object.entries(fields)
    .filter(([name, { kind, virtual }]) => {
      return !(name in layout || virtual || common.includes(name)) && !unlisted.includes(kind)
    })
    .map(([name, field]) => columnOf<T>(name, field, { hidden: true }))
  return [...named, ...others]
}

/** A field's name as a column key: `dueAt` → `due`, `likeCount` → `likes`. */
const keyOf = (name: string) => name.replace(/At$/, '').replace(/Count$/, 's')

function columnOf<T>(name: string, field: Field, own: Own<T>): Column<T> {
  const { key = keyOf(name), label = field.label, ...options } = own
  const sort = field.sortable && { sort: name }
  const all = { ...options, ...sort }
  const exported = field.kind === 'money' ? `${name} currency` : name
  if (isWhole(own)) return { exported, ...own, ...sort }
  const column = { exported, ...cellOf(field, { key, label, name, all }), ...all }
  if (!own.cell || own.most !== undefined) return column
  // The text doesn't say how wide a cell of its own can become.
  const { most: _, ...others } = column
  return others
}

/** Whether a layout defines a column completely. */
const isWhole = <T,>(own: Own<T>): own is Column<T> =>
  own.key !== undefined && own.label !== undefined && own.cell !== undefined

function cellOf<T>(
  { kind }: Field,
  { key, label, name, all }: { key: string; label: string; name: string; all: Own<T> },
): Column<T> {
  const read = <V,>(record: T) => fieldOf<V>(record, name)
  switch (kind) {
    case 'count':
      return countColumn(key, label, read<number>, all)
    case 'pictures':
      return countColumn(key, label, (record) => read<string[]>(record)?.length ?? 0, all)
    case 'money': {
      const money = (record: T) => ({
        amount: read<number>(record),
        currency: fieldOf<string>(record, 'currency'),
      })
      return {
        key,
        label,
        width: 120,
        most: 900,
        align: 'end',
        descending: true,
        cell: (record) => <Money {...money(record)} />,
        text: (record) => moneyText(money(record).amount, money(record).currency) ?? '',
      }
    }
    case 'status':
    case 'choice':
      return statusColumn(key, label, read<string>, all)
    case 'time':
    case 'day':
      return timeColumn(key, label, read<string>, { day: kind === 'day', ...all })
    case 'person':
    case 'namedPerson':
      return {
        key,
        label,
        width: 170,
        least: 136,
        most: 190,
        extraWidth: 34,
        cell: (record) => <PersonCell person={read<Reference>(record)} />,
        text: (record) => read<Reference>(record)?.name ?? '',
      }
    case 'reference':
      return textColumn(key, label, (record) => read<Reference>(record)?.name, all)
    case 'flag':
      return textColumn(key, label, (record) => flagWord(read(record)), all)
    default:
      return textColumn(key, label, read<string>, all)
  }
}

const flagWord = (value: unknown) => (value === true ? t('Yes') : value === false ? t('No') : null)

/** A column of integers, aligned at the end, with zeros dimmed. */
export function countColumn<T>(
  key: string,
  label: string,
  read: Reader<T, number>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: options.icon ? 64 : 110,
    align: 'end',
    descending: true,
    named: true,
    quiet: (record) => !read(record),
    ...options,
    cell: (record) => <Count value={read(record)} quiet />,
    text: (record) => String(read(record) ?? ''),
    shown: (record) => count(read(record) ?? 0),
  }
}
