import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection, Db } from '../db/connection/connection.ts'
import { foldDeltas } from '../db/counts/deltas.ts'
import { analyze } from '../db/tables/analyze.ts'
import type { RecordTable } from '../db/tables/tables.ts'
import { takeBillNumbers } from '../db/write/bill-numbers.ts'
import { write } from '../db/write/write.ts'
import { newId } from '../ids.ts'
import { billRow, shoppingPostRow, taskRow } from './operations.ts'
import {
  chanceOf,
  createdAt,
  eventRow,
  pollRow,
  postRow,
  type SeedContext,
  userRow,
} from './rows.ts'

/** The areas that can be seeded, in the order in which they refer to one another. */
export const seedAreas = [
  'users',
  'posts',
  'events',
  'polls',
  'tasks',
  'bills',
  'shopping_posts',
] as const

/** An area that can be seeded. */
export type SeedArea = (typeof seedAreas)[number]

/** How many of what. */
export interface SeedOptions {
  counts: Partial<Record<SeedArea, number>>
  /** The same number gives the same rows, but for their ids, in a database that holds as much. */
  seed?: number
  now?: Date
  signal?: AbortSignal
  /** Called with the rows done so far, over all areas. */
  onProgress?: (done: number, area: SeedArea) => void
}

/** Rows a transaction: large enough to be quick, small enough to let a server's requests through. */
const batchSize = 2500

type Row = Record<string, unknown>

const makers: Record<
  Exclude<SeedArea, 'users' | 'bills'>,
  (created: number, context: SeedContext) => Row
> = {
  posts: postRow,
  events: eventRow,
  polls: pollRow,
  tasks: taskRow,
  shopping_posts: shoppingPostRow,
}

/**
 * Adds many plausible rows, in small transactions, so that a server on the same database goes on
 * answering.
 * @returns how many rows went in; fewer than asked only after the signal
 */
export async function seed(
  { db, engine }: Pick<Connection, 'db' | 'engine'>,
  options: SeedOptions,
): Promise<number> {
  const now = (options.now ?? new Date()).getTime()
  const run = newId()
  let done = 0
  for (const area of seedAreas) {
    const count = options.counts[area] ?? 0
    if (count === 0) continue
    const there = await countRows(db, area)
    const context: SeedContext = {
      random: chanceOf(options.seed ?? 1, there),
      now,
      people: await somePeople(db),
      categories: (
        await db.selectFrom('categories').select('id').where('deleted_at', 'is', null).execute()
      ).map(({ id }) => id),
    }
    const batches = makeBatches(area, count, there, context)
    const worker = async () => {
      for (const batch of batches) {
        await addBatch(db, area, batch, run)
        done += batch.length
        options.onProgress?.(done, area)
        if (options.signal?.aborted) return
      }
    }
    // One makes rows while the other waits for the database; PostgreSQL can take more at once.
    await Promise.all(Array.from({ length: engine === 'embedded' ? 2 : 4 }, worker))
    await analyze(db, [area])
    if (options.signal?.aborted) break
  }
  await foldDeltas(db)
  return done
}

/** Rows by the batch; made only when somebody takes them. */
function* makeBatches(
  area: SeedArea,
  count: number,
  there: number,
  context: SeedContext,
): Generator<Row[]> {
  for (let from = 0; from < count; from += batchSize) {
    yield Array.from({ length: Math.min(batchSize, count - from) }, (_, i) => {
      const created = createdAt(from + i, count, context)
      if (area === 'users') return userRow(created, context, (there + from + i).toString(36))
      return area === 'bills' ? billRow(created, context, '') : makers[area](created, context)
    })
  }
}

async function addBatch(db: Db, area: SeedArea, rows: Row[], run: string): Promise<void> {
  try {
    await write(db, { system: 'seed', batch: run }, async ({ tx, insert }) => {
      // Search indexes gather what comes and sort it in at leisure: far fewer, larger steps.
      await sql`set local gin_pending_list_limit = '64MB'`.execute(tx)
      await sql`set local synchronous_commit = off`.execute(tx)
      if (area === 'bills') {
        const numbers = await takeBillNumbers(tx, rows.length)
        await insert('bills', rows.map((row, i) => ({ ...row, number: numbers[i] })) as never)
      } else {
        await insert(area satisfies RecordTable, rows as never)
      }
    })
  } catch (error) {
    // Another seed at the same time gave out the same addresses.
    if (area !== 'users' || (error as { code?: string }).code !== '23505') throw error
    const mark = randomBytes(4).toString('hex')
    await addBatch(
      db,
      area,
      rows.map((row) => ({
        ...row,
        email: (row['email'] as string | null)?.replace('@', `.${mark}@`) ?? null,
      })),
      run,
    )
  }
}

async function countRows(db: Db, area: SeedArea): Promise<number> {
  const row = await db
    .selectFrom(area)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** People for rows to refer to: the newest of them, so many that lists look alive. */
const somePeople = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(20_000)
    .execute()
