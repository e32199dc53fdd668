import pg from 'pg'
import { openConnection } from '../apps/server/src/db/connection/connection.ts'
import { startFolding } from '../apps/server/src/db/counts/deltas.ts'
import { migrate } from '../apps/server/src/db/migrations/migrate.ts'
import { openBenchDatabase } from './lib/database.ts'
import { median, quantile } from './lib/processes.ts'
import { type Figure, ms, printTable } from './lib/table.ts'

const rounds = 3
const rows = 120_000
/** Each commit waits for a standby that confirms after five milliseconds: here for the log's flush, as long. */
const standby = '-c commit_delay=5000 -c commit_siblings=0'

/**
 * Deletions of posts, each writer on posts of its own: on the table with its counters, exact at any moment and folded
 * beside, against a table with the same columns and indexes that nothing counts. In turn, on PostgreSQL.
 * @param seconds of each measurement
 */
export async function counters(seconds: number): Promise<void> {
  const database = await openBenchDatabase()
  if (!database.url) return console.log('Counters: no PostgreSQL answers\n')
  const connection = await openConnection({ dataDir: '', databaseUrl: database.url })
  const folding = startFolding(connection.db, console.error)
  const admin = new pg.Client({ connectionString: database.url })
  try {
    await migrate(connection)
    await admin.connect()
    await admin.query(`
      insert into users (id, name, type) select md5('u' || n)::uuid, 'Person ' || n, 'member'
      from generate_series(1, 1000) as n`)
    await admin.query('create table bare_posts (like posts including all)')
    for (const table of ['posts', 'bare_posts']) {
      await admin.query(`
        insert into ${table} (id, author_id, text, created_at)
        select md5('p' || n)::uuid, md5('u' || n % 1000 + 1)::uuid, 'Market day ' || n, now() - n * interval '1 minute'
        from generate_series(1, ${rows}) as n`)
      await admin.query(`vacuum analyze ${table}`)
    }
    const next = { posts: 0, bare_posts: 0 }
    const run = (table: 'posts' | 'bare_posts', writers: number, options = '') =>
      deletions({
        url: database.url ?? '',
        table,
        writers,
        options,
        seconds,
        from: () => next[table]++,
      })
    const figures: Figure[] = []
    for (const [what, options] of [
      ['', ''],
      [', commits wait 5 ms', standby],
    ] as const) {
      const one: number[] = []
      for (const writers of [1, 16]) {
        const [counted, bare]: [Written[], Written[]] = [[], []]
        await run('bare_posts', writers, options)
        for (let round = 0; round < rounds; round += 1) {
          bare.push(await run('bare_posts', writers, options))
          counted.push(await run('posts', writers, options))
        }
        const [ours, theirs] = [counted, bare].map((some) => median(some.map(({ rate }) => rate)))
        one.push(ours ?? Number.NaN)
        figures.push({
          what: `${writers} ${writers === 1 ? 'writer' : 'writers'}${what}`,
          value: `${ours?.toFixed(0)}/s p99 ${ms(median(counted.map(({ p99 }) => p99)))}`,
          beside: `uncounted ${theirs?.toFixed(0)}/s`,
          ratio: (ours ?? 0) / (theirs ?? 1),
          target: writers === 1 ? 0.8 : 0.7,
          atLeast: true,
        })
      }
      if (!options) continue
      const [alone = Number.NaN, together = Number.NaN] = one
      figures.push({
        what: `16 writers beside one${what}`,
        value: `${together.toFixed(0)}/s`,
        beside: `one writer ${alone.toFixed(0)}/s`,
        ratio: together / alone,
        target: 6,
        atLeast: true,
      })
    }
    const alone = await run('posts', 1)
    await admin.query('begin')
    await admin.query(`update posts set deleted_at = now() where id in (
      select id from posts where deleted_at is null order by created_at limit 1000)`)
    const beside = await run('posts', 1)
    await admin.query('rollback')
    figures.push({
      what: 'one writer beside an open batch of 1,000, p99',
      value: ms(beside.p99),
      beside: `without ${ms(alone.p99)}`,
      ratio: beside.p99 / alone.p99,
    })
    printTable('Deletions of posts, with counters beside none', figures)
  } finally {
    await folding.stop()
    await admin.end()
    await connection.close()
    await database.drop()
  }
}

interface Written {
  /** Deletions a second. */
  rate: number
  /** Milliseconds. */
  p99: number
}

async function deletions(options: {
  url: string
  table: string
  writers: number
  options: string
  seconds: number
  from: () => number
}): Promise<Written> {
  const { url, table, writers, seconds, from } = options
  const clients = await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new pg.Client({ connectionString: url, options: options.options })
      await client.connect()
      return client
    }),
  )
  const text = `update ${table} set deleted_at = now(), updated_at = now() where id = md5('p' || $1::int)::uuid`
  const taken: number[] = []
  const begin = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - begin < seconds * 1_000) {
        const start = performance.now()
        // Those that come round again are deleted once more, which costs as much.
        await client.query({ name: 'delete', text, values: [(from() % rows) + 1] })
        taken.push(performance.now() - start)
      }
    }),
  )
  const rate = taken.length / ((performance.now() - begin) / 1_000)
  for (const client of clients) await client.end()
  return { rate, p99: quantile(taken, 0.99) }
}
