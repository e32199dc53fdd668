import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase, usualEngine } from '../../testing/database.ts'
import { lockProblems } from '../../testing/migration-rules.ts'
import { compatibilityProblems, readSchemaParts } from '../../testing/schema-changes.ts'
import { dropEverything } from '../copy-tables/catalogue.ts'
import { applyMigrations } from './migrate.ts'
import { type Migration, parseMigration, readMigrations } from './migration-file.ts'
import released from './released.json' with { type: 'json' }

const isReleased = ({ name }: Migration) => Object.hasOwn(released, name)

describe('the migrations of this version', () => {
  test('leave those of the last release as they were', async () => {
    const all = await readMigrations()
    const sums = all.filter(isReleased).map(({ name, sql }) => [name, hash('sha256', sql)])
    expect(Object.fromEntries(sums)).toEqual(released)
  })

  test('keep nobody waiting for as long as a table is large', async () => {
    const added = (await readMigrations()).filter((each) => !isReleased(each))
    for (const migration of added)
      expect([migration.name, await lockProblems(migration)]).toEqual([migration.name, []])
  })
})

/** Statements that no migration may hold, and what is said of them. */
const slow: readonly (readonly [string, RegExp])[] = [
  ['create index tasks_x on tasks (title)', /build the index concurrently/],
  ['create unique index tasks_x on tasks (title)', /build the index concurrently/],
  ["update tasks set title = 'x'", /in a backfill/],
  ["with x as (select 1) delete from tasks where title = 'x'", /in a backfill/],
  ["do $$ begin update tasks set title = 'x'; end $$", /write the statements out/],
  ['truncate tasks', /empty no table/],
  ["create table more (id int); call more('more')", /write the statements out/],
  ['lock table tasks', /lock no table/],
  ['vacuum full tasks', /leave vacuum/],
  ['reindex table tasks', /another index/],
  ['alter table tasks alter column title type varchar(10)', /another column/],
  ['alter table tasks alter title set not null', /check that is not valid/],
  ["alter table tasks add constraint c check (title <> '')", /not valid/],
  ['alter table tasks add constraint c foreign key (id) references users', /not valid/],
  ['alter table tasks add constraint c unique (title)', /using it/],
  ['alter table tasks add column x uuid default gen_random_uuid()', /every row anew/],
  ['alter table tasks add column x int generated always as (1) stored', /every row anew/],
  ['alter table tasks add column x bigint generated always as identity', /every row anew/],
  ['alter table tasks add column x uuid references users', /by itself/],
  ['alter table tasks add column x int unique', /by itself/],
  ['alter table tasks set unlogged', /rewrite no table/],
  [
    'alter table tasks add column x int; alter table tasks validate constraint c',
    /file of its own/,
  ],
  ['-- steward: no-transaction\ncreate index tasks_x on tasks (title)', /if not exists/],
  [
    '-- steward: no-transaction\ncreate index concurrently tasks_x on tasks (title)',
    /if not exists/,
  ],
  ['-- steward: no-transaction\nalter table tasks add column x int', /only create index/],
  [
    '-- steward: no-transaction\ncreate index concurrently if not exists a on tasks (title); select 1',
    /one statement/,
  ],
  ["-- steward: backfill tasks\nupdate tasks set title = 'x'", /id = any\(\$1\)/],
  [
    '-- steward: backfill tasks\nupdate tasks set title = id where id = any($1); select 1',
    /one statement/,
  ],
]

/** Statements that keep nobody waiting. */
const quick: readonly string[] = [
  'create table more (id uuid primary key, n int unique); create index more_n on more (n); update more set n = 1',
  "alter table tasks add column x text not null default 'x', add column at timestamptz default now()",
  'alter table tasks add constraint c check (true) not valid',
  'alter table tasks validate constraint c',
  'alter table tasks add constraint c unique using index tasks_x',
  'alter table tasks alter x set default gen_random_uuid()',
  'create or replace function f() returns int language sql as $$ select 1 $$',
  'drop index if exists tasks_x',
  '-- steward: no-transaction\ncreate unique index concurrently if not exists tasks_x on tasks (title)',
  '-- steward: no-transaction\ndrop index concurrently if exists tasks_x',
  "-- steward: backfill tasks\nupdate tasks set title = 'x' where id = any($1)",
]

describe('a migration', () => {
  test.each(slow)('is refused: %s', async (sql, words) => {
    expect((await lockProblems(parseMigration('9001-x.sql', sql))).join('\n')).toMatch(words)
  })

  test.each(quick)('is taken: %s', async (sql) => {
    expect(await lockProblems(parseMigration('9001-x.sql', sql))).toEqual([])
  })

  test.each(['backfill', 'no-transactions', 'needs 0083', 'backfill tasks please'])(
    'says nothing that is not known in its header: %s',
    (words) => {
      expect(() => parseMigration('9001-x.sql', `-- steward: ${words}\nselect 1`)).toThrow(
        '9001-x.sql',
      )
    },
  )
})

describe('a server of the last release', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(usualEngine)
  })
  afterAll(() => database.dispose())

  /** What it can't live with in the schema that some migrations make of the one of its own. */
  async function problemsOf(
    migrations: readonly Migration[],
    last: readonly Migration[],
  ): Promise<string[]> {
    const tx = await database.connection.db.startTransaction().execute()
    try {
      const all = await readMigrations()
      // A test's database has all of them.
      if (last.length < all.length) {
        await dropEverything(tx)
        await applyMigrations(tx, last)
      }
      const released = await readSchemaParts(tx)
      const problems: string[] = []
      for (const migration of migrations) {
        // A table that came after the release is used by none of its servers.
        const before = new Map(
          [...(await readSchemaParts(tx))].filter(
            ([, { table }]) => table === '' || released.has(`table ${table}`),
          ),
        )
        await applyMigrations(tx, [migration])
        // What it removes was told to the version before, which doesn't use it any more.
        if (migration.needs !== null && last.some(({ name }) => name === migration.needs)) continue
        const found = compatibilityProblems(before, await readSchemaParts(tx))
        problems.push(...found.map((words) => `${migration.name}: ${words}`))
      }
      return problems
    } finally {
      await tx.rollback().execute()
    }
  }

  test('lives with the schema of this version', async () => {
    const all = await readMigrations()
    const added = all.filter((each) => !isReleased(each))
    expect(await problemsOf(added, all.filter(isReleased))).toEqual([])
  })

  test.each([
    ['drop table task_comments cascade', 'the table task_comments is gone'],
    ['alter table task_comments rename to remarks', 'the table task_comments is gone'],
    ['alter table tasks drop column title cascade', 'the column tasks.title is gone'],
    ['alter table bills rename column title to name', 'the column bills.title is gone'],
    [
      'alter table bills alter notes type varchar(9)',
      'the column bills.notes is character varying(9), and was text',
    ],
    [
      'alter table tasks alter description set not null',
      'the column tasks.description must not be empty any more',
    ],
    [
      'alter table tasks alter created_at drop default',
      'the column tasks.created_at has no default any more',
    ],
    [
      'alter table tasks add column x int not null',
      'the new column tasks.x must not be empty, and has no default',
    ],
    [
      `alter table tasks add constraint c check (title <> '') not valid`,
      'the new constraint c refuses what was allowed in tasks',
    ],
    [
      'create unique index tasks_x on tasks (title)',
      'the new constraint tasks_x refuses what was allowed in tasks',
    ],
    ['drop sequence bill_numbers', 'the sequence bill_numbers is gone'],
    [
      'do $$ begin execute $x$drop table task_comments cascade$x$; end $$',
      'the table task_comments is gone',
    ],
  ])('does not live with: %s', async (sql, words) => {
    const bad = parseMigration('9001-bad.sql', sql)
    const all = await readMigrations()
    expect(await problemsOf([bad], all)).toContain(`9001-bad.sql: ${words}`)
    // Unless the last release has said before that it doesn't use it.
    const told = { ...bad, needs: all.at(-1)?.name ?? null }
    expect(await problemsOf([told], all)).toEqual([])
  })

  test.each([
    "alter table tasks add column x text not null default 'x', add constraint c check (x <> 'y') not valid",
    'create table more (id int primary key, n int not null unique)',
    'create index tasks_x on tasks (title)',
  ])('lives with: %s', async (sql) => {
    expect(await problemsOf([parseMigration('9001-x.sql', sql)], await readMigrations())).toEqual(
      [],
    )
  })
})
