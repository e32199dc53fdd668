import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import type { Session } from '../connection/session.ts'
import type { TableEntry } from './catalogue.ts'

/** A table, and the columns that rows are copied with. */
type CopiedTable = Pick<TableEntry, 'name' | 'columns'>

/** Makes every server write values in the same format, until the transaction ends. */
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

/** Locks tables against changes of their columns until the transaction ends; takes no snapshot yet. */
export async function lockForReading(tx: Db, tables: readonly CopiedTable[]): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${names} in access share mode`.execute(tx)
}

/** How many pages of 8 KB one read takes at most, and how many bytes of text it aims at. */
const maxPages = 64
const aim = 1_000_000

const newline = 10

/**
 * Reads a table as text of COPY, some pages at a time for constant memory: the embedded engine has no
 * backpressure.
 * @param session in a transaction of at least `repeatable read`, after {@link beginCopying}
 * @param pages the size of the table in pages, read after the snapshot began
 */
export async function* copyTable(
  { client, db }: Session,
  { name, columns }: CopiedTable,
  pages: number,
  onPages: (pages: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  // The pages of a distributed table are on other nodes; the coordinator has none.
  if (isDistributed(db, name)) {
    const statement = `copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`
    yield* wholeRows(client.query(to(statement)))
    return
  }
  let step = maxPages
  for (let page = 0; page < pages; ) {
    const end = Math.min(page + step, pages)
    const parts: Buffer[] = []
    const statement = `copy (select ${list} from ${pg.escapeIdentifier(name)}
      where ctid >= '(${page},0)' and ctid < '(${end},0)') to stdout`
    for await (const part of client.query(to(statement))) parts.push(part)
    const text = Buffer.concat(parts)
    // Long texts are stored outside the pages that are counted here.
    if (text.length > aim) step = Math.max(1, Math.floor((step * aim) / text.length))
    else if (step < maxPages && text.length < aim / 2) step = Math.min(maxPages, step * 2)
    page = end
    onPages(page)
    if (text.length > 0) yield text
  }
}

/** Cuts text of COPY behind rows, into pieces of about the size that is aimed at. */
async function* wholeRows(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of text) {
    const end = part.lastIndexOf(newline) + 1
    length += part.length
    if (end === 0 || length < aim) {
      parts.push(part)
      continue
    }
    yield Buffer.concat([...parts, part.subarray(0, end)])
    parts = [part.subarray(end)]
    length = part.length - end
  }
  if (length > 0) yield Buffer.concat(parts)
}

/** Writes COPY text into a table; `rows` may be cut anywhere. */
export async function copyIntoTable(
  { client }: Session,
  { name, columns }: CopiedTable,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  await pipeline(rows, client.query(from(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`)))
}
