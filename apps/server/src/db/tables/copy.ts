import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Db } from '../connection/connection.ts'
import type { Session } from '../connection/session.ts'

export interface CopiedTable {
  name: string
  /** Not generated. */
  columns: readonly string[]
}

/** The same format on every server, until the transaction ends. */
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

/** Keeps their shape until the transaction ends; begins no snapshot. */
export async function lockForReading(tx: Db, tables: readonly CopiedTable[]): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${names} in access share mode`.execute(tx)
}

/** Of 8 KB in one read, which aims at so many bytes. */
const maxPages = 64
const aim = 1_000_000

/**
 * COPY's text, some pages at a time for constant memory: the embedded engine knows no backpressure.
 * @param session in a transaction of at least `repeatable read`, after {@link beginCopying}
 * @param pages read after the snapshot began
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
    // Long texts are outside the pages.
    if (text.length > aim) step = Math.max(1, Math.floor((step * aim) / text.length))
    else if (step < maxPages && text.length < aim / 2) step = Math.min(maxPages, step * 2)
    page = end
    onPages(page)
    if (text.length > 0) yield text
  }
}

/** Cut anywhere. */
export async function copyIntoTable(
  { client }: Session,
  { name, columns }: CopiedTable,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  await pipeline(rows, client.query(from(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`)))
}
