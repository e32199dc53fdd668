import { stringify } from 'csv-stringify/sync'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { streamByKeyset } from '../../db/list/keyset-stream.ts'
import type { AreaList } from '../records/area.ts'
import type { Clock, Column } from '../records/export-columns.ts'

/** Rows of a CSV file (RFC 4180); a blank at either end of a field is quoted, so that it is kept. */
const lines = (rows: string[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    // Or it quotes fields with CRLF alone, and a line feed would begin a new row.
    quote_record_delimiter: true,
    quoted_match: /^\s|\s$/,
  })

/** How a list becomes a file. */
export interface CsvOptions {
  list: AreaList
  sort: string
  conditions: readonly Condition[]
  columns: readonly Column<unknown>[]
  clock: Clock
  /** Whether it begins with a byte-order mark. */
  bom: boolean
}

/** A list as CSV in UTF-8, piece by piece: the titles, then some rows at a time. */
export async function* csvOf(db: Db, options: CsvOptions): AsyncGenerator<string> {
  const { list, columns, clock } = options
  const titles = columns.map(({ title, time }) => (time ? title + clock.suffix : title))
  yield (options.bom ? '\ufeff' : '') + lines([titles])
  for await (const rows of streamByKeyset(db, list.listing, options.sort, options.conditions)) {
    const records = rows.flatMap((row) => list.records(row))
    if (records.length > 0)
      yield lines(records.map((record) => columns.map((column) => column.of(record, clock))))
  }
}
