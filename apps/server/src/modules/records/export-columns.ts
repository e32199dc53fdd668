import { decimalText } from '@steward/contract/values/currency'
import { escapeFormulas } from '@steward/contract/values/spreadsheet'

/** What cells need to know beside their record. */
export interface Clock {
  /** A time as the file writes it. */
  write(iso: string): string
  /** What follows the title of a column of times, such as ` (Europe/Berlin)`. */
  suffix: string
}

/** A column of a file: its title, and a record's text in it. */
export interface Column<R> {
  title: string
  time?: true
  of(record: R, clock: Clock): string
}

/** Text as a person wrote it. */
export const text = <R>(
  title: string,
  pick: (record: R) => string | null | undefined,
): Column<R> => ({
  title,
  of: (record) => escapeFormulas(pick(record) ?? ''),
})

/** A whole number. */
export const number = <R>(title: string, pick: (record: R) => number | null): Column<R> => ({
  title,
  of: (record) => String(pick(record) ?? ''),
})

/** Yes or no. */
export const flag = <R>(title: string, pick: (record: R) => boolean): Column<R> => ({
  title,
  of: (record) => (pick(record) ? 'yes' : 'no'),
})

/** A time, as the clock of the file writes it. */
export const time = <R>(title: string, pick: (record: R) => string | null): Column<R> => ({
  title,
  time: true,
  of: (record, clock) => {
    const iso = pick(record)
    return iso === null ? '' : clock.write(iso)
  },
})

/** An amount with the decimals of its currency. */
export const money = <R extends { currency: string }>(
  title: string,
  pick: (record: R) => number,
): Column<R> => ({ title, of: (record) => decimalText(pick(record), record.currency) })

/** A clock that shows the time of a zone, or UTC in ISO 8601 where none is given. */
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
