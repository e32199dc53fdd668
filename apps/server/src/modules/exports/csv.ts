import { stringify } from 'csv-stringify/sync'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { streamByKeyset } from '../../db/list/keyset-stream.ts'
import type { AreaList } from '../records/area.ts'
import type { Clock, Column } from '../records/export-columns.ts'

/** Formats rows as CSV (RFC 4180); fields with a blank at either end are quoted to keep it. */
const lines = (rows: string[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    // Otherwise only fields with CRLF are quoted, and a line feed would begin a new row.
    quote_record_delimiter: true,
    quoted_match: /^\s|\s$/,
  })

export interface CsvOptions {
  list: AreaList
  sort: string
  conditions: readonly Condition[]
  columns: readonly Column<unknown>[]
  clock: Clock
  bom: boolean
}

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
