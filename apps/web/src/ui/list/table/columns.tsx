import { type Message, msg } from '@steward/i18n/reader'
import { timeOf } from '../../../api/answers/read.ts'
import { Text } from '../../format/text.tsx'
import { Time } from '../../format/time.tsx'
import { columnTime, type TimeKind } from '../../format/time-text.ts'
import { StatusBadge, statusMessage, statusWord } from '../../record/status-badge.tsx'
import type { Column } from '../definition/list-definition.ts'

export type Options<T> = Partial<Omit<Column<T>, 'key' | 'label' | 'cell' | 'text'>>
export type Reader<T, V> = (record: T) => V | null | undefined

/** A column of text written by people, on one line, or on two if it is what rows are read for. */
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
    extraWidth: 15,
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

/** The last column: what can be done with a record, as a menu; beside the title on a card. */
export function actionsColumn<T>(cell: Column<T>['cell']): Column<T> {
  return {
    key: 'actions',
    label: msg('Actions'),
    width: 52,
    align: 'end',
    card: 'title',
    control: true,
    cell,
    text: () => '',
  }
}

/** A time as ISO 8601 in UTC; empty for none. */
export function isoText(value: unknown): string {
  const at = timeOf(value)
  return at === null ? '' : new Date(at).toISOString()
}

/** The choices of a filter from the words of a closed set; `fieldsOf` translates them. */
export const choicesOf = (words: readonly string[]) =>
  words.map((value) => ({ value, label: statusMessage(value) }))

/** The choices of a filter that asks for yes or no; `fieldsOf` translates them. */
export const flagChoices = (yes: Message, no: Message) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
]
