import type { Db } from '../../db/connection.ts'
import type { Condition } from '../../db/listing.ts'
import { readWhole } from '../../db/whole-listing.ts'
import type { Clock, Column } from './cells.ts'
import type { Source } from './sources.ts'

/** A field of a CSV file: quoted where it has to be (RFC 4180). */
const field = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const line = (fields: readonly string[]): string => `${fields.map(field).join(',')}\r\n`

/** How a list becomes a file. */
export interface CsvOptions {
  source: Source
  sort: string
  conditions: readonly Condition[]
  columns: readonly Column<unknown>[]
  clock: Clock
  /** Whether it begins with a byte-order mark. */
  bom: boolean
}

/** A list as CSV in UTF-8, piece by piece: the titles, then some rows at a time. */
export async function* csvOf(db: Db, options: CsvOptions): AsyncGenerator<string> {
  const { source, columns, clock } = options
  const titles = columns.map(({ title, time }) => (time ? title + clock.suffix : title))
  yield (options.bom ? '\ufeff' : '') + line(titles)
  for await (const rows of readWhole(db, source.listing, options.sort, options.conditions)) {
    const records = rows.flatMap((row) => source.records(row))
    const lines = records.map((record) => line(columns.map((column) => column.of(record, clock))))
    if (lines.length > 0) yield lines.join('')
  }
}
