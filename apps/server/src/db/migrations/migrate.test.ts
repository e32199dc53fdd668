import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createDatabase,
  engines,
  openTestDatabase,
  type TestDatabase,
} from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { openConnection } from '../connection/connection.ts'
import { queryColumn, queryNumber } from '../connection/query.ts'
import { watchStatements } from '../connection/statements.ts'
import { readApplied } from './applied.ts'
import { migrate } from './migrate.ts'
import { parseMigration, readMigrations } from './migration-file.ts'

const opened: TestDatabase[] = []
const open = async (engine: (typeof engines)[number]) => {
  const database = await openTestDatabase(engine, { writesBySql: true })
  opened.push(database)
  return database
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.dispose()))
})

/** The migrations of this version, and others after them by their names. */
const withMore = async (files: Record<string, string>) => [
  ...(await readMigrations()),
  ...Object.entries(files).map(([name, text]) => parseMigration(name, text)),
]

/** Tasks whose titles end in their number. */
const makeTasks = (db: TestDatabase['connection']['db'], count: number) =>
  sql`insert into tasks (id, title)
    select gen_random_uuid(), 'Task ' || n from generate_series(1, ${sql.lit(count)}) as n`.execute(
    db,
  )

const fill = `-- steward: backfill tasks
update tasks set description = 'number ' || 1 / case title when 'Broken' then 0 else 1 end where id = any($1)`

describe.each(engines)('a migration on %s', (engine) => {
  test('is applied in a transaction of its own, and what it changes can be looked up in the past', async () => {
    const { connection } = await open(engine)
    const migrations = await withMore({
      '9001-colour.sql': `alter table bills add column colour text not null default 'blue'`,
      '9002-broken.sql': `alter table bills add column size int; select 1 / 0`,
    })
    await expect(migrate(connection, { migrations })).rejects.toThrow('division by zero')
    expect((await readApplied(connection.db)).at(-1)).toBe('9001-colour.sql')
    const columns = await queryColumn(connection.db)`
      select table_name || '.' || column_name from information_schema.columns
      where column_name in ('colour', 'size') and table_name like '%bills' order by 1`
    expect(columns).toEqual(['bills.colour', 'snapshot_bills.colour'])
  })

  test('makes the table of an area that is new in this version', async () => {
    const { connection } = await open(engine)
    await sql`drop table snapshot_polls; alter table polls rename to later`.execute(connection.db)
    const migrations = await withMore({
      '9001-colour.sql': 'alter table bills add column colour text',
      '9002-index.sql':
        '-- steward: no-transaction\ncreate index concurrently if not exists bills_colour on bills (colour)',
      '9003-polls.sql': 'alter table later rename to polls',
    })
    await migrate(connection, { migrations })
    const made = await queryColumn(connection.db)`
      select to_regclass(name) is not null from unnest(array['snapshot_bills_colour', 'snapshot_polls']) as name`
    expect(made).toEqual([true, true])
  })

  test('that builds an index concurrently begins anew after a failure', async () => {
    const { connection } = await open(engine)
    const { db } = connection
    const [first] = await create(db, 'tasks', { title: 'Same' })
    await create(db, 'tasks', { title: 'Same' })
    const migrations = await withMore({
      '9001-index.sql': `-- steward: no-transaction
create unique index concurrently if not exists tasks_of_title on tasks (title)`,
    })
    await expect(migrate(connection, { migrations })).rejects.toThrow(
      'could not create unique index',
    )
    const isValid = () => queryColumn(db)<boolean>`
      select indisvalid from pg_index where indexrelid = to_regclass('tasks_of_title')`
    expect(await isValid()).toEqual([])
    // As a server leaves it that is killed in the middle.
    await expect(
      sql`create unique index concurrently tasks_of_title on tasks (title)`.execute(db),
    ).rejects.toThrow()
    expect(await isValid()).toEqual([false])
    await sql`update tasks set title = 'Other' where id = ${first}`.execute(db)
    expect(await migrate(connection, { migrations })).toEqual(['9001-index.sql'])
    expect(await isValid()).toEqual([true])
    const indexes = await queryColumn(db)`
      select indexname from pg_indexes where tablename = 'snapshot_tasks' and indexname like '%of_title'`
    expect(indexes).toEqual([])
  })

  test('that needs a session sets nothing for others that share it behind a pooler', async () => {
    const { connection } = await open(engine)
    const settings: string[] = []
    const stop = watchStatements({
      ended: ({ text }) => {
        if (/^(set|reset)\b(?! local)/.test(text)) settings.push(text)
      },
    })
    const migrations = await withMore({
      '9001-index.sql': `-- steward: no-transaction
create index concurrently if not exists tasks_x on tasks (title, id)`,
    })
    await migrate(connection, { migrations })
    stop()
    expect(settings).toEqual([])
  })

  test('that fills rows goes on where it was stopped', async () => {
    const { connection } = await open(engine)
    const { db } = connection
    await makeTasks(db, 2_500)
    const ids = await queryColumn(db)`select id::text from tasks order by tasks.id`
    // The one in the middle of the third batch can't be filled.
    await sql`update tasks set title = 'Broken' where id = ${ids[2_200]}`.execute(db)
    const migrations = await withMore({ '9001-fill.sql': fill })
    await expect(migrate(connection, { migrations })).rejects.toThrow('division by zero')
    const filled = () =>
      queryNumber(db)`select count(*)::int from tasks where description like 'number %'`
    expect(await filled()).toBe(2_000)
    expect(await queryNumber(db)`select rows from schema_backfills`).toBe(2_000)

    await sql`update tasks set title = 'Task' where id = ${ids[2_200]}`.execute(db)
    await sql`update tasks set description = 'number 9' where id = ${ids[0]}`.execute(db)
    expect(await migrate(connection, { migrations })).toEqual(['9001-fill.sql'])
    expect(await queryNumber(db)`select count(*) from tasks where description = 'number 9'`).toBe(1)
    expect(await filled()).toBe(2_500)
    expect(await queryColumn(db)`select name from schema_backfills`).toEqual([])
    expect(await migrate(connection, { migrations })).toEqual([])
  })

  test('is applied to a database of before the table of backfills', async () => {
    const { connection } = await open(engine)
    await sql`delete from schema_migrations where name between '0088' and '0089'`.execute(
      connection.db,
    )
    await sql`drop table schema_backfills`.execute(connection.db)
    await sql`alter table schema_migrations drop column needs`.execute(connection.db)
    expect(await migrate(connection)).toEqual(['0088-upgrade.sql'])
  })

  test('of a newer version is lived with, unless it needs a server that knows more', async () => {
    const { connection } = await open(engine)
    const newer = {
      '9001-more.sql': 'alter table bills add column colour text',
      '9002-less.sql': '-- steward: needs 0083-snapshots.sql\nalter table bills drop column colour',
    }
    await migrate(connection, { migrations: await withMore(newer) })
    const said: string[] = []
    expect(await migrate(connection, { tell: (line) => said.push(String(line)) })).toEqual([])
    expect(said).toEqual([
      'the database is of a newer version (9002-less.sql) that this one can share it with',
    ])
    const breaking = { ...newer, '9003-none.sql': '-- steward: needs 9001-more.sql\nselect 1' }
    await migrate(connection, { migrations: await withMore(breaking) })
    await expect(migrate(connection)).rejects.toThrow('it has the migration 9003-none.sql')
  })
})

describe.runIf(engines.includes('postgresql'))('a migration on PostgreSQL', () => {
  test('that has to wait for a long read keeps nobody waiting', async () => {
    const { connection } = await open('postgresql')
    const { db } = connection
    const migrations = await withMore({
      '9001-colour.sql': 'alter table bills add column colour text',
    })
    const reading = await db.startTransaction().execute()
    await sql`select 1 from bills`.execute(reading)
    const said: string[] = []
    let isDone = false
    const migrating = migrate(connection, {
      migrations,
      tell: (line) => said.push(String(line)),
    }).then((applied) => {
      isDone = true
      return applied
    })
    await expect.poll(() => said.length).toBeGreaterThan(1)
    await create(db, 'bills', { title: 'Meanwhile' })
    expect(isDone).toBe(false)
    await reading.commit().execute()
    expect(await migrating).toEqual(['9001-colour.sql'])
    expect(said[0]).toBe('9001-colour.sql: a table is in use; trying again in 0.5 s (1 of 100)')
  })

  test('is applied once by several servers that start together', async () => {
    const { connection, config } = await open('postgresql')
    const { db } = connection
    await makeTasks(db, 3_000)
    const migrations = await withMore({
      '9001-colour.sql': 'alter table bills add column colour text; select pg_sleep(0.5)',
      '9002-index.sql':
        '-- steward: no-transaction\ncreate index concurrently if not exists tasks_x on tasks (title, id)',
      '9003-fill.sql':
        '-- steward: backfill tasks\nupdate tasks set description = concat(description, title) where id = any($1)',
    })
    const others = await Promise.all([openConnection(config), openConnection(config)])
    const applied = await Promise.all(
      [connection, ...others].map((each) => migrate(each, { migrations })),
    )
    for (const other of others) await other.close()
    expect(applied.map(({ length }) => length).sort()).toEqual([0, 0, 3])
    expect(await queryNumber(db)`select count(*)::int from tasks where description = title`).toBe(
      3_000,
    )
  })
})

describe.each(engines.filter((engine) => engine === 'postgresql'))('on %s', () => {
  test('a database of another encoding is refused in a sentence', async () => {
    const database = await createDatabase("template0 encoding 'SQL_ASCII' locale 'C'")
    const connection = await openConnection({ databaseUrl: database.url, dataDir: '.' })
    await expect(migrate(connection)).rejects.toThrow(
      /^The database has the encoding SQL_ASCII, and Steward needs UTF8: create database/,
    )
    await connection.close()
    await database.drop()
  })
})
