import type { Field, Fields } from '@steward/contract/areas/field'
import { decimalText } from '@steward/contract/values/currency'
import { escapeFormulas } from '@steward/contract/values/spreadsheet'
import { type Message, msg } from '@steward/i18n/reader'

export interface Clock {
  write(iso: string): string
  /** The time zone that is appended to titles, such as ` (Europe/Berlin)`. */
  suffix: string
}

/** Formats times without a zone, which is in the title; in UTC as ISO 8601. */
export function clockOf(timeZone: string | undefined): Clock {
  if (timeZone === undefined) return { write: (iso) => iso, suffix: '' }
  // Swedish writes 2026-11-20 14:05:00, which every spreadsheet reads as a time.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return { write: (iso) => format.format(new Date(iso)), suffix: ` (${timeZone})` }
}

export interface Column<R> {
  /** Its heading, as a message. */
  title: Message
  time?: true
  of(record: R, clock: Clock): string
}

export const columnsOf = <R extends object>(titles: { [K in keyof R & string]: string }) =>
  Object.fromEntries(
    Object.entries<string>(titles).map(([name, title]) => [
      name,
      { title, of: (record: R) => cellOf('line', record as Values, name) },
    ]),
  ) as unknown as Record<keyof R & string, Column<R>>

type Values = Readonly<Record<string, unknown>>

const first = ['createdAt', 'updatedAt', 'deletedAt', 'deletedBy']

/** The export columns of an area; `own` has fields that need a format of their own. */
export function exportColumnsOf<R>(
  fields: Fields,
  own: Readonly<Record<string, (record: R) => string | null>> = {},
): Record<string, Column<R>> {
  const names = [...first, ...Object.keys(fields).filter((name) => !first.includes(name))]
  const columns = names.flatMap((name) => {
    const field = fields[name]
    if (!field || field.virtual || field.exported === false) return []
    const { kind, label, heading = label } = field
    const write = own[name]
    const column: Column<R> = {
      title: heading,
      ...(['time', 'day'].includes(kind) && { time: true }),
      of: (record, clock) =>
        write ? escapeFormulas(write(record) ?? '') : cellOf(kind, record as Values, name, clock),
    }
    return [[name, column] as const]
  })
  return {
    ...columnsOf<{ _id: string }>({ _id: msg('ID') }),
    ...Object.fromEntries(columns),
  } as never
}

function cellOf(kind: Field['kind'], record: Values, name: string, clock?: Clock): string {
  const value = record[name]
  if (value === null || value === undefined) return ''
  switch (kind) {
    case 'time':
    case 'day':
      return clock?.write(value as string) ?? ''
    case 'flag':
      return value ? 'yes' : 'no'
    case 'money':
      return decimalText(value as number, record['currency'] as string)
    case 'person':
    case 'namedPerson':
    case 'reference':
      return escapeFormulas((value as { name: string }).name)
    case 'pictures':
      return escapeFormulas((value as string[]).join('\n'))
    default:
      return typeof value === 'number' ? String(value) : escapeFormulas(value as string)
  }
}
