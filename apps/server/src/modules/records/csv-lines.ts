import { stringify } from 'csv-stringify/sync'

/** Formats rows as CSV (RFC 4180); fields with a blank at either end are quoted to keep it. */
export const csvLines = (rows: string[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    // Otherwise only fields with CRLF are quoted, and a line feed would begin a new row.
    quote_record_delimiter: true,
    quoted_match: /^\s|\s$/,
  })
