import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Db } from '../connection/connection.ts'
import type { Session } from '../connection/session.ts'

/** A table as COPY needs to know it. */
export interface CopiedTable {
  name: string
  /** The columns that hold something of their own: none that is generated. */
  columns: readonly string[]
}

/** Has COPY write values the same way on every server, whatever its settings, until the transaction ends. */
export async function beginCopying(tx: Db): Promise<void> {
  const settings = {
    datestyle: 'ISO, MDY',
    intervalstyle: 'postgres',
    timezone: 'UTC',
    bytea_output: 'hex',
    extra_float_digits: '1',
  }
  for (const [name, value] of Object.entries(settings)) {
    await sql`select set_config(${name}, ${value}, true)`.execute(tx)
  }
}

/** Keeps the shape of tables until the transaction ends; rows may change. It begins no snapshot. */
export async function lockForReading(tx: Db, tables: readonly CopiedTable[]): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${names} in access share mode`.execute(tx)
}

/** Pages of 8 KB that are read at once, and the bytes of text that one read aims at. */
const maxPages = 64
const aim = 1_000_000

/**
 * Reads a table as the text of COPY, some pages at a time: memory stays the same, and the embedded engine knows no
 * backpressure. @param session in a transaction of at least `repeatable read`, after {@link beginCopying}
 * @param pages how many pages the table has, read after the snapshot began
 * @param onPages is called with how many pages are through
 */
export async function* copyTable(
  { client }: Session,
  { name, columns }: CopiedTable,
  pages: number,
  onPages: (pages: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  let step = maxPages
  for (let page = 0; page < pages; ) {
    const end = Math.min(page + step, pages)
    const parts: Buffer[] = []
    const statement = `copy (select ${list} from ${pg.escapeIdentifier(name)}
      where ctid >= '(${page},0)' and ctid < '(${end},0)') to stdout`
    for await (const part of client.query(to(statement))) parts.push(part)
    const text = Buffer.concat(parts)
    // Long texts are stored outside the pages, so that a few pages can be a lot.
    if (text.length > aim) step = Math.max(1, Math.floor((step * aim) / text.length))
    else if (step < maxPages && text.length < aim / 2) step = Math.min(maxPages, step * 2)
    page = end
    onPages(page)
    if (text.length > 0) yield text
  }
}

/** Writes rows, as {@link copyTable} gives them and cut anywhere, into a table. */
export async function copyIntoTable(
  { client }: Session,
  { name, columns }: CopiedTable,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  await pipeline(rows, client.query(from(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`)))
}
