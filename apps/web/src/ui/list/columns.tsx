import { type DeepPartial, referenceOf, textOf, timeOf } from '../../api/read.ts'
import { moneyText } from '../format/money-text.ts'
import { Count, Text } from '../format/text.tsx'
import { Time } from '../format/time.tsx'
import { PersonCell } from '../record/picture-cell.tsx'
import { StatusBadge, statusWord } from '../record/status-badge.tsx'
import type { Column } from './list-definition.ts'

type Options<T> = Partial<Omit<Column<T>, 'key' | 'label' | 'cell' | 'text'>>
type Read<T> = (record: DeepPartial<T>) => unknown

/** A column of somebody's text, on one line. */
export function textColumn<T>(
  key: string,
  label: string,
  read: Read<T>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: 180,
    ...options,
    cell: (record) => <Text value={read(record)} clip />,
    text: (record) => textOf(read(record)) ?? '',
  }
}

/** A column of whole numbers, at the right. */
export function countColumn<T>(
  key: string,
  label: string,
  read: Read<T>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: 110,
    align: 'end',
    descending: true,
    ...options,
    cell: (record) => <Count value={read(record)} />,
    text: (record) => textOf(read(record)) ?? '',
  }
}

/** A column of states, beside the title on a card. */
export function statusColumn<T>(
  key: string,
  label: string,
  read: Read<T>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: 130,
    card: 'title',
    ...options,
    cell: (record) => <StatusBadge status={read(record)} />,
    text: (record) => statusWord(textOf(read(record)) ?? ''),
  }
}

/** A column of times; copied as ISO 8601 in UTC. */
export function timeColumn<T>(
  key: string,
  label: string,
  read: Read<T>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: 140,
    descending: true,
    ...options,
    cell: (record) => <Time at={read(record)} />,
    text: (record) => isoText(read(record)),
  }
}

/** A column of amounts, at the right. */
export function moneyColumn<T>(
  key: string,
  label: string,
  read: (record: DeepPartial<T>) => { amount: unknown; currency: unknown },
  options: Options<T> = {},
): Column<T> {
  const text = (record: DeepPartial<T>) => {
    const { amount, currency } = read(record)
    return moneyText(amount, currency)
  }
  return {
    key,
    label,
    width: 140,
    align: 'end',
    descending: true,
    ...options,
    cell: (record) => <Text value={text(record)} clip />,
    text: (record) => text(record) ?? '',
  }
}

/** A column of people whom the record names. */
export function personColumn<T>(
  key: string,
  label: string,
  read: Read<T>,
  options: Options<T> = {},
): Column<T> {
  return {
    key,
    label,
    width: 190,
    ...options,
    cell: (record) => <PersonCell person={read(record)} />,
    text: (record) => referenceOf(read(record))?.name ?? '',
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
