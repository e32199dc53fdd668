import type pg from 'pg'
import { openConnection } from '../apps/server/src/db/connection/connection.ts'
import { startFolding } from '../apps/server/src/db/counts/deltas.ts'
import { migrate } from '../apps/server/src/db/migrations/migrate.ts'
import { connect, withDatabase } from './lib/database.ts'
import { withDirectory } from './lib/steward.ts'
import {
  type Figure,
  inTurn,
  median,
  ms,
  perSecond,
  printTable,
  quantile,
  rate,
  time,
} from './lib/table.ts'

const rounds = 3
const rows = 120_000
/** Options of PostgreSQL that simulate a standby which confirms each commit after 5 ms. */
const standby = '-c commit_delay=5000 -c commit_siblings=0'

/** Compares deletions with and without counters on PostgreSQL, for some `seconds` each. */
export const counters = (seconds: number): Promise<void> =>
  withDatabase(async (url) => {
    if (!url) return console.log('Counters: no PostgreSQL answers\n')
    await withDirectory((dataDir) => onDatabase(dataDir, url, seconds))
  })

async function onDatabase(dataDir: string, url: string, seconds: number): Promise<void> {
  const connection = await openConnection({ dataDir, databaseUrl: url })
  const admin = await connect({ connectionString: url })
  await migrate(connection)
  const folding = startFolding(connection.db, console.error)
  try {
    await fill(admin)
    const figures = await measure(url, admin, seconds)
    printTable('Deletions of posts, with counters beside none', figures)
  } finally {
    await admin.end()
    await folding.stop()
    await connection.close()
  }
}

async function fill(admin: pg.Client): Promise<void> {
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
}

async function measure(url: string, admin: pg.Client, seconds: number): Promise<Figure[]> {
  const next = { posts: 0, bare_posts: 0 }
  /** Returns deletions per second, and the milliseconds of one. */
  const run = async (table: keyof typeof next, writers: number, options = '') => {
    const settings = { connectionString: url, options }
    const clients = await Promise.all(Array.from({ length: writers }, () => connect(settings)))
    const text = `update ${table} set deleted_at = now(), updated_at = now() where id = md5('p' || $1::int)::uuid`
    const taken: number[] = []
    const made = await perSecond(writers, seconds, async (writer) => {
      const start = performance.now()
      // The row may be deleted already, which costs as much.
      const values = [(next[table]++ % rows) + 1]
      await clients[writer]?.query({ name: 'delete', text, values })
      taken.push(performance.now() - start)
    })
    for (const client of clients) await client.end()
    return { made, p99: quantile(taken, 0.99) }
  }
  const figures: Figure[] = []
  for (const options of ['', standby]) {
    const waits = options && ', commits wait 5 ms'
    const ofWriters: number[] = []
    for (const writers of [1, 16]) {
      await run('bare_posts', writers, options)
      const { bare, counted } = await inTurn(rounds, {
        bare: () => run('bare_posts', writers, options),
        counted: () => run('posts', writers, options),
      })
      const [ours, theirs] = [counted, bare].map((some) => median(some.map(({ made }) => made)))
      ofWriters.push(ours ?? Number.NaN)
      const p99 = ms(median(counted.map((each) => each.p99)))
      const what = `${writers} ${writers === 1 ? 'writer' : 'writers'}${waits}, p99 ${p99}`
      const target = writers === 1 ? 0.8 : 0.7
      figures.push(rate(what, ours ?? Number.NaN, ['uncounted', theirs ?? Number.NaN], target))
    }
    const [alone = Number.NaN, together = Number.NaN] = ofWriters
    if (waits) figures.push(rate(`16 writers beside one${waits}`, together, ['one', alone], 6))
  }
  const alone = await run('posts', 1)
  await admin.query('begin')
  await admin.query(`update posts set deleted_at = now() where id in (
    select id from posts where deleted_at is null order by created_at limit 1000)`)
  const beside = await run('posts', 1)
  await admin.query('rollback')
  const batch = 'one writer beside an open batch of 1,000'
  return [...figures, time(batch, ['p99', beside.p99], ['without', alone.p99])]
}
