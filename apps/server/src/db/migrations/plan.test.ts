import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../testing/command-line.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { readApplied } from './applied.ts'
import { listMigrations, parseMigration, readMigrations } from './migration-file.ts'
import { planMigrations } from './plan.ts'

describe.each(oneEngine)('migrations that are to be applied, on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine, { writesBySql: true })
  })
  afterAll(() => database.dispose())

  test('are told with what they lock, and change nothing', async () => {
    const { db } = database.connection
    await sql`insert into tasks (id, title) select gen_random_uuid(), 'x' from generate_series(1, 50)`.execute(
      db,
    )
    await sql`analyze tasks`.execute(db)
    const files: Record<string, string> = {
      '9001-column.sql': 'alter table bills add column colour text; create table colours (id int)',
      '9002-rewrite.sql': 'alter table tasks alter column version type bigint',
      '9003-index.sql':
        '-- steward: no-transaction\ncreate index concurrently if not exists bills_colour on bills (colour)',
      '9004-fill.sql':
        "-- steward: backfill bills\nupdate bills set colour = 'x' where id = any($1)",
      '9005-index.sql': 'create index tasks_x on tasks (title)',
    }
    const more = Object.entries(files).map(([name, text]) => parseMigration(name, text))
    const planned = await planMigrations({ db }, [...(await readMigrations()), ...more])
    const stops = 'reads and writes'
    expect(planned.map(({ name, way, locks }) => ({ name, way, locks }))).toMatchObject([
      { name: '9001-column.sql', locks: [{ table: 'bills', stops, rewrites: false }] },
      { name: '9002-rewrite.sql', locks: [{ table: 'tasks', stops, rewrites: true, rows: 50 }] },
      { name: '9003-index.sql', way: 'no-transaction', locks: [] },
      { name: '9004-fill.sql', way: 'backfill', locks: [] },
      {
        name: '9005-index.sql',
        locks: [{ table: 'tasks', stops: expect.stringContaining('writes'), rewrites: false }],
      },
    ])
    expect(planned.map(({ locks }) => locks.length)).toEqual([1, 1, 0, 0, 1])
    expect(await readApplied(db)).toEqual(await listMigrations())
  })

  test('are told by the command, whose exit code says whether there are any', async () => {
    const { connection, config } = database
    await connection.close()
    const none = await runCommand(config, ['migrate', '--dry-run'])
    expect(none).toMatchObject({ code: 0, out: 'The schema is up to date.\n' })
  })
})
