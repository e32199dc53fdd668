import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openConnection } from '../db/connection/connection.ts'
import { distributedTables } from '../db/connection/distributed.ts'
import { migrate } from '../db/migrations/migrate.ts'
import { parseMigration, readMigrations } from '../db/migrations/migration-file.ts'
import { ask, citusUrl, nodesOf, openCluster } from '../testing/citus.ts'
import { runCommand } from '../testing/command-line.ts'
import { create } from '../testing/factories.ts'
import { integrityFindings } from '../testing/integrity.ts'
import { readSchemaParts } from '../testing/schema-changes.ts'

const main = new URL('../cli/main.ts', import.meta.url).pathname

describe.skipIf(!citusUrl)('steward distribute', () => {
  let cluster: Awaited<ReturnType<typeof openCluster>>
  let dataDir: string
  const url = () => cluster.url
  const steward = (...words: string[]) => runCommand({ dataDir, databaseUrl: url() }, words)
  const withDb = async <R>(work: (db: Db) => Promise<R>): Promise<R> => {
    const connection = await openConnection({ dataDir, databaseUrl: url() })
    try {
      return await work(connection.db)
    } finally {
      await connection.close()
    }
  }
  const managed = async () =>
    (
      await ask<{ name: string }>(
        url(),
        'select logicalrelid::text as name from pg_dist_partition order by 1',
      )
    ).map(({ name }) => name)
  /** The rows of each table, and the next ids. */
  const contents = () =>
    withDb(async (db) => {
      const found: Record<string, unknown> = {}
      for (const table of distributedTables) {
        const { rows } = await sql<{ rows: string }>`
          select md5(string_agg(line, ',' order by line)) as rows
          from (select t::text as line from ${sql.table(table)} as t) as lines`.execute(db)
        found[table] = rows[0]?.rows
      }
      return found
    })

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'steward-distribute-'))
    cluster = await openCluster()
    const connection = await openConnection({ dataDir, databaseUrl: url() })
    await migrate(connection)
    await create(
      connection.db,
      'posts',
      ...Array.from({ length: 300 }, (_, n) => ({ text: `Post ${n}` })),
    )
    await connection.close()
    const { code, err } = await steward('seed', '--users', '100', '--posts', '2000')
    expect([code, err]).toEqual([0, expect.anything()])
  })
  afterAll(async () => {
    await cluster?.dispose()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('killed ten times, it loses nothing and ends where it should', async () => {
    const before = await contents()
    const parts = await withDb(readSchemaParts)
    let undo = false
    for (let kills = 0; kills < 10; ) {
      const child = spawn(process.execPath, [main, 'distribute', ...(undo ? ['--undo'] : [])], {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url() },
      })
      const ended = new Promise<number | null>((done) => child.once('close', done))
      child.stderr.once('data', () =>
        setTimeout(() => child.kill('SIGKILL'), Math.random() * 1_000),
      )
      const code = await ended
      if (code === null) kills += 1
      else {
        expect(code).toBe(0)
        undo = !undo
      }
    }
    expect(await steward('distribute')).toMatchObject({ code: 0 })
    expect(await managed()).toEqual([...distributedTables].sort())
    expect(await contents()).toEqual(before)
    expect(await withDb(integrityFindings)).toEqual([])
    await withDb((db) => create(db, 'posts', { text: 'After it' }))
    const after = await contents()
    expect(await steward('distribute', '--undo')).toMatchObject({ code: 0 })
    expect(await managed()).toEqual([])
    expect(await contents()).toEqual(after)
    expect(await withDb(readSchemaParts)).toEqual(parts)
    expect(await withDb(integrityFindings)).toEqual([])
  })

  test('nothing serves a database that is distributed in part', async () => {
    await ask(url(), `select create_reference_table('audit_undos')`)
    const migrated = await steward('migrate')
    expect([migrated.code, migrated.err]).toEqual([
      1,
      'The database is distributed in part. Run steward distribute to go on, or steward distribute --undo.\n',
    ])
    expect(await steward('distribute')).toMatchObject({
      code: 0,
      out: 'Distributed: counter_deltas, posts, audit_entries, audit_batch_records.\n',
    })
    expect(await steward('distribute')).toMatchObject({
      code: 0,
      out: 'Everything is distributed already.\n',
    })
    expect(await steward('migrate')).toMatchObject({ code: 0 })
  })

  test('a worker that is away is named, and nothing has changed', async () => {
    expect(await steward('distribute', '--undo')).toMatchObject({ code: 0 })
    cluster.worker.goAway()
    const failed = await steward('distribute')
    expect([failed.code, failed.err]).toEqual([
      1,
      expect.stringMatching(/^The node \S+ of Citus doesn’t answer .* Run this again when it does/),
    ])
    expect(await managed()).toEqual([])
    cluster.worker.comeBack()
    expect(await steward('distribute')).toMatchObject({ code: 0 })
  })

  test('it is refused beside a server, on a worker and without the extension', async () => {
    await withDb(async (db) => {
      await sql`select 1`.execute(db)
      const beside = await steward('distribute')
      expect([beside.code, beside.err]).toEqual([
        1,
        expect.stringMatching(/^Steward is running on this database/),
      ])
    })
    const [worker = ''] = await nodesOf(citusUrl ?? '')
    const address = new URL(worker)
    address.pathname = new URL(url()).pathname
    const onWorker = await runCommand({ dataDir, databaseUrl: address.href }, ['distribute'])
    expect([onWorker.code, onWorker.err]).toEqual([
      1,
      'DATABASE_URL leads to a worker of Citus. Set it to the coordinator.\n',
    ])
  })

  test('migrations change distributed tables; what Citus refuses is named and taken back', async () => {
    const connection = await openConnection({ dataDir, databaseUrl: url() })
    const all = await readMigrations()
    const applied = await migrate(connection, {
      migrations: [
        ...all,
        parseMigration('9001-column.sql', 'alter table posts add column mood text'),
        parseMigration(
          '9002-check.sql',
          `alter table posts add constraint posts_mood check (mood <> '') not valid`,
        ),
      ],
    })
    expect(applied).toEqual(['9001-column.sql', '9002-check.sql'])
    const refused = migrate(connection, {
      migrations: [
        ...all,
        parseMigration('9001-column.sql', ''),
        parseMigration('9002-check.sql', ''),
        parseMigration(
          '9003-trigger.sql',
          'create trigger posts_x before insert on posts execute function suppress_redundant_updates_trigger()',
        ),
      ],
    })
    await expect(refused).rejects.toThrow(
      /^The migration 9003-trigger.sql can't be applied to distributed tables \(.*\)\. Run steward distribute --undo/,
    )
    await connection.close()
  })
})
