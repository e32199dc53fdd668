import type pg from 'pg'
import {
  findPostgresPrograms,
  makePostgresServer,
} from '../apps/server/src/testing/postgres-server.ts'
import { connect } from './lib/database.ts'
import { type Steward, withSteward } from './lib/steward.ts'
import { type Figure, printTable } from './lib/table.ts'

/** What a seed makes beside people, posts and bills, in parts of their number. */
const others = { events: 0.1, polls: 0.1, tasks: 0.2, 'shopping-posts': 0.2 }

/** How many records each kind of write changes. */
const writes = 1_000

/** How many calls are under way at once. */
const writers = 4

/**
 * Bytes a row of each table, bytes that an entry of the audit log takes, and bytes of WAL that a write takes, on a PostgreSQL
 * of its own: WAL is counted for a whole server.
 * @param rows people and posts each; a fifth as many bills
 */
export async function bytes(rows: number): Promise<void> {
  const programs = findPostgresPrograms()
  if (!programs) return console.log('Bytes: the programs of PostgreSQL are not there\n')
  const server = await makePostgresServer(programs)
  try {
    await server.start()
    const counts = Object.entries(others).map(([area, part]) => [area, Math.round(rows * part)])
    const areas = {
      users: rows,
      posts: rows,
      bills: Math.round(rows / 5),
      ...Object.fromEntries(counts),
    }
    await withSteward({ databaseUrl: server.url, rows: areas }, async (steward) => {
      const admin = await connect({ connectionString: server.url })
      try {
        await measure(steward, admin)
      } finally {
        await admin.end()
      }
    })
  } finally {
    await server.dispose()
  }
}

async function measure(steward: Steward, admin: pg.Client): Promise<void> {
  await untilSealed(admin)
  const seeded = await tablesOf(admin)
  printTable('Bytes a row: heap, indexes, TOAST', seeded.map(lineOf))
  printTable('The largest indexes, bytes a row', await indexesOf(admin))
  const log = await logOf(admin)
  const wal = await walOf(admin)
  const { rows: counted } = await admin.query(
    'select sum(record_count)::float8 as n from audit_entries',
  )
  const each = (bytes: number) => `${(bytes / counted[0].n).toFixed(0)} bytes`
  printTable('A record that came in a batch', [
    { what: 'in the audit log, with indexes and seal', value: each(log.bytes) },
    { what: 'WAL, with everything that the seed wrote', value: each(wal.bytes) },
  ])
  const figures: Figure[] = []
  const kinds = Object.entries(await writesOf(steward, admin))
  for (const [part, words] of ['right after a checkpoint', 'without whole pages'].entries()) {
    // Whole pages go into the WAL with the first change of each after a checkpoint.
    if (part === 1) {
      await admin.query('alter system set full_page_writes = off')
      await admin.query('select pg_reload_conf()')
    }
    for (const [what, write] of kinds) {
      await admin.query('checkpoint')
      figures.push(...(await costOf(admin, `${what}, ${words}`, (n) => write(part * writes + n))))
    }
  }
  printTable(`A write by HTTP, of ${writes.toLocaleString('en')}`, figures)
}

type Write = (n: number) => Promise<unknown>

/** Makes, for each kind of write, the nth one. */
async function writesOf({ call }: Steward, admin: pg.Client): Promise<Record<string, Write>> {
  const idsOf = async (table: string): Promise<string[]> =>
    (
      await admin.query(
        `select id from ${table} where deleted_at is null order by md5(id::text) limit ${2 * writes}`,
      )
    ).rows.map(({ id }) => id)
  const [posts, bills] = [await idsOf('posts'), await idsOf('bills')]
  const anew = (method: string, path: string, json?: unknown) => call(path, { method, json })
  return {
    'a post is deleted': (n) => anew('DELETE', `admin/post-feed/${posts[n]}`),
    'it is restored': (n) => anew('PUT', `admin/post-feed/${posts[n]}/restore`),
    'the title of a bill is changed': (n) =>
      anew('PUT', `admin/bills/${bills[n]}`, { data: { title: `Bill of member ${n}` } }),
    'a task is made': (n) => anew('POST', 'admin/tasks', { title: `Call back member ${n}` }),
  }
}

async function costOf(admin: pg.Client, what: string, write: Write): Promise<Figure[]> {
  const before = { wal: await walOf(admin), log: await logOf(admin) }
  let next = 0
  const worker = async () => {
    while (next < writes) await write(next++)
  }
  await Promise.all(Array.from({ length: writers }, worker))
  await untilSealed(admin)
  const after = { wal: await walOf(admin), log: await logOf(admin) }
  const wal = (after.wal.bytes - before.wal.bytes) / writes
  const images = (after.wal.images - before.wal.images) / writes
  const entry = (after.log.bytes - before.log.bytes) / (after.log.entries - before.log.entries)
  return [
    {
      what: `${what}: WAL`,
      value: `${wal.toFixed(0)} bytes`,
      beside: `${images.toFixed(1)} whole pages`,
    },
    {
      what: '  its entry of the audit log, with indexes and seal',
      value: `${entry.toFixed(0)} bytes`,
    },
  ]
}

/** The WAL that the server has written so far. */
async function walOf(admin: pg.Client): Promise<{ bytes: number; images: number }> {
  await admin.query('select pg_stat_force_next_flush()')
  const { rows } = await admin.query(
    'select wal_bytes::float8 as bytes, wal_fpi::float8 as images from pg_stat_wal',
  )
  return rows[0]
}

/** What the tables of the audit log take. */
async function logOf(admin: pg.Client): Promise<{ bytes: number; entries: number }> {
  const { rows } = await admin.query(
    `select sum(pg_total_relation_size(oid))::float8 as bytes, (select count(*)::float8 from audit_entries) as entries
     from pg_class where relname in ('audit_entries', 'audit_batch_records', 'audit_seals', 'audit_counts') and relkind = 'r'`,
  )
  return rows[0]
}

/** Waits until the server has sealed what was written. */
async function untilSealed(admin: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(
      `select (select count(*) from audit_entries) = (select coalesce(sum(cardinality(entries)), 0) from audit_seals) as done`,
    )
    if (rows[0].done) return
    await new Promise((done) => setTimeout(done, 500))
  }
}

/** The indexes that take the most. */
async function indexesOf(admin: pg.Client): Promise<Figure[]> {
  const { rows } = await admin.query(
    `select indexrelname as what, (pg_relation_size(indexrelid) / n_live_tup)::text as value
     from pg_stat_user_indexes join pg_stat_user_tables using (relid) where n_live_tup >= 1000
     order by pg_relation_size(indexrelid) / n_live_tup desc limit 24`,
  )
  return rows
}

interface TableSize {
  name: string
  rows: number
  heap: number
  indexes: number
  toast: number
}

/** What each table takes, the largest first; those below 1,000 rows tell nothing. */
async function tablesOf(admin: pg.Client): Promise<TableSize[]> {
  const { rows } = await admin.query(
    `select relname as name, pg_relation_size(oid)::float8 as heap, pg_indexes_size(oid)::float8 as indexes,
       coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)::float8 as toast
     from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'snapshot%'
     order by pg_total_relation_size(oid) desc`,
  )
  const sizes: TableSize[] = []
  for (const row of rows) {
    const counted = await admin.query(`select count(*)::float8 as n from "${row.name}"`)
    if (counted.rows[0].n >= 1_000) sizes.push({ ...row, rows: counted.rows[0].n })
  }
  return sizes
}

function lineOf({ name, rows, heap, indexes, toast }: TableSize): Figure {
  const each = (size: number) => (size / rows).toFixed(0)
  return {
    what: `${name}, ${rows.toLocaleString('en')} rows`,
    value: ((heap + indexes + toast) / rows).toFixed(0),
    beside: [heap, indexes, toast].map(each).join(', '),
  }
}
