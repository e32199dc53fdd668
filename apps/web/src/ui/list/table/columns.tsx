import { timeOf } from '../../../api/read.ts'
import type { Reference } from '../../../api/records.ts'
import { count } from '../../format/locale.ts'
import { Money } from '../../format/money.tsx'
import { moneyText } from '../../format/money-text.ts'
import { Count, Text } from '../../format/text.tsx'
import { Time } from '../../format/time.tsx'
import { columnTime, type TimeKind } from '../../format/time-text.ts'
import { PersonCell } from '../../record/picture-cell.tsx'
import { StatusBadge, statusWord } from '../../record/status-badge.tsx'
import type { Column } from '../screen/list-definition.ts'

type Options<T> = Partial<Omit<Column<T>, 'key' | 'label' | 'cell' | 'text'>>
type Reader<T, V> = (record: T) => V | null | undefined

/** A column of somebody's text, on one line, or on two where it is what the rows are read for. */
export function textColumn<T>(
  key: string,
  label: string,
  read: Reader<T, string>,
  { lines, ...options }: Options<T> & { lines?: 2 } = {},
): Column<T> {
  return {
    key,
    label,
    width: 180,
    least: 88,
    most: 180,
    ...options,
    cell: (record) => <Text value={read(record)} clip={lines === 2 ? 'two' : true} />,
    text: (record) => read(record) ?? '',
  }
}

/** A column of whole numbers, at the end; a zero steps back. */
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

export function statusColumn<T>(
  key: string,
  label: string,
  read: Reader<T, string>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: 120,
    beside: 15,
    card: 'title',
    ...options,
    cell: (record) => <StatusBadge status={read(record)} />,
    text: (record) => statusWord(read(record) ?? ''),
  }
}

/**
 * A column of times; copied as ISO 8601 in UTC.
 * @param options.kind what is planned or owed has a date, what happened is told by how long ago that is
 * @param options.day a day without an hour
 */
export function timeColumn<T>(
  key: string,
  label: string,
  read: Reader<T, string>,
  { kind = 'past', day = false, ...options }: Options<T> & { kind?: TimeKind; day?: boolean } = {},
): Column<T> {
  return {
    key,
    label,
    width: kind === 'planned' ? 160 : 124,
    descending: true,
    planned: kind === 'planned',
    quiet: (record) => !read(record),
    ...(key !== 'created' && { named: true }),
    ...options,
    cell: (record) => <Time at={read(record)} kind={kind} day={day} />,
    text: (record) => isoText(read(record)),
    shown: (record) => columnTime(timeOf(read(record)), { kind, day }),
  }
}

export function moneyColumn<T>(
  key: string,
  label: string,
  read: (record: T) => { amount: number | null | undefined; currency: string | null | undefined },
  options: Options<T> = {},
): Column<T> {
  const text = (record: T) => {
    const { amount, currency } = read(record)
    return moneyText(amount, currency)
  }
  return {
    key,
    label,
    width: 120,
    most: 900,
    align: 'end',
    descending: true,
    ...options,
    cell: (record) => <Money {...read(record)} />,
    text: (record) => text(record) ?? '',
  }
}

export function personColumn<T>(
  key: string,
  label: string,
  read: Reader<T, Reference>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: 170,
    least: 136,
    most: 190,
    beside: 34,
    ...options,
    cell: (record) => <PersonCell person={read(record)} />,
    text: (record) => read(record)?.name ?? '',
  }
}

/** The last column: what can be done with a record, as a menu; beside the title on a card. */
export function actionsColumn<T>(cell: Column<T>['cell']): Column<T> {
  return {
    key: 'actions',
    label: 'Actions',
    width: 52,
    align: 'end',
    card: 'title',
    control: true,
    cell,
    text: () => '',
  }
}

/** A time as ISO 8601 in UTC, empty for none. */
export function isoText(value: unknown): string {
  const at = timeOf(value)
  return at === null ? '' : new Date(at).toISOString()
}

/** The choices of a filter from the words of a closed set. */
export const choicesOf = (words: readonly string[]) =>
  words.map((value) => ({ value, label: statusWord(value) }))
