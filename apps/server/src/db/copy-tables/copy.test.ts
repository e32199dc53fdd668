import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Db } from '../connection/connection.ts'
import type { Session } from '../connection/session.ts'
import {
  readSequences,
  readTables,
  resumeConstraints,
  setSequence,
  suspendConstraints,
} from './catalogue.ts'
import { beginCopying, copyIntoTable, copyTable } from './copy.ts'

describe.each(engines)('rows of any table on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.dispose())

  const inTransaction = <R>(work: (session: Session) => Promise<R>): Promise<R> =>
    database.connection.withSession(({ db, client }) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await beginCopying(tx)
          return await work({ db: tx, client })
        }),
    )
  const entry = async (db: Db, name: string) => {
    const found = (await readTables(db)).find((table) => table.name === name)
    if (!found) throw new Error(`there is no table ${name}`)
    return found
  }
  async function textOf(session: Session, name: string): Promise<Buffer[]> {
    const table = await entry(session.db, name)
    const parts: Buffer[] = []
    for await (const part of copyTable(session, table, table.pages)) parts.push(part)
    return parts
  }
  const rowsOf = async (name: string) =>
    (
      await sql`select to_jsonb(t)::text as row from ${sql.table(name)} as t order by 1`.execute(
        database.connection.db,
      )
    ).rows

  test('go out and come in again, whatever checks, counts or refuses them', async () => {
    const { db } = database.connection
    // As a journal might be, with everything that makes rows hard to load.
    await sql`
      create table "Journal" (
        id bigint generated always as identity primary key,
        parent_id bigint references "Journal" deferrable,
        "Said" text unique check ("Said" <> ''),
        at timestamptz(3) not null default now(),
        bytes bytea, price numeric, ratio float8, tags text[], facts jsonb,
        length int not null generated always as (length("Said")) stored
      );
      create index "Journal_at" on "Journal" (at desc) where parent_id is null;
      create function append_only() returns trigger language plpgsql as
        $$ begin raise exception 'append only'; end $$;
      create trigger append_only before update or delete or truncate on "Journal"
        for each statement execute function append_only();
      alter table "Journal" enable always trigger append_only;
      create function twice() returns trigger language plpgsql as
        $$ begin insert into "Journal" ("Said") values (new."Said" || '!'); return null; end $$;
      create trigger twice after insert on "Journal" for each row when (new."Said" not like '%!')
        execute function twice()`.execute(db)
    await sql`insert into "Journal" ("Said", bytes, price, ratio, tags, facts) values
      (E'tab\\t line\\n back\\\\slash \\\\N \\\\.', '\\x0001ff', 1.10, 0.1::float8 + 0.2, '{"a b",NULL,"\\"q\\""}', 'null'),
      ('second', null, 'NaN', '-Infinity', '{}', '{"n": 1.0}')`.execute(db)
    // A row that belongs to one that comes behind it.
    await sql`alter table "Journal" disable trigger append_only;
      update "Journal" set parent_id = 4 where id = 1;
      alter table "Journal" enable always trigger append_only`.execute(db)
    const before = await rowsOf('Journal')
    expect(before).toHaveLength(4)

    const kept = await inTransaction(async (session) => ({
      text: await textOf(session, 'Journal'),
      sequences: await readSequences(session.db),
      columns: (await entry(session.db, 'Journal')).columns,
    }))
    expect(kept.columns).not.toContain('length')
    const described = () =>
      sql`
      select tgenabled::text || pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal
      union all select conname || pg_get_constraintdef(oid) from pg_constraint where contype <> 'n'
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(db)
    const schema = (await described()).rows
    await inTransaction(async (session) => {
      const suspended = await suspendConstraints(session.db)
      await sql`truncate "Journal"; alter sequence "Journal_id_seq" restart`.execute(session.db)
      const table = { name: 'Journal', columns: kept.columns }
      // Cut where no row ends.
      const bytes = Buffer.concat(kept.text)
      const halves = async function* () {
        yield bytes.subarray(0, 11)
        yield bytes.subarray(11)
      }
      await copyIntoTable(session, table, halves())
      await resumeConstraints(session.db, suspended)
      for (const sequence of kept.sequences) await setSequence(session.db, sequence)
    })
    expect(await rowsOf('Journal')).toEqual(before)
    expect((await described()).rows).toEqual(schema)
    await expect(sql`delete from "Journal"`.execute(db)).rejects.toThrow('append only')
    await sql`insert into "Journal" ("Said") values ('third!')`.execute(db)
    const { rows } = await sql`select id::int as id from "Journal" where "Said" = 'third!'`.execute(
      db,
    )
    expect(rows).toEqual([{ id: 5 }])
  })

  test('come in parts of a bounded size, each once, however long they are', async () => {
    const { db } = database.connection
    // Long texts stand outside the table's own pages, so that few pages hold a lot of them.
    await sql`create table long_texts (n int, text text);
      alter table long_texts alter text set storage external`.execute(db)
    await sql`insert into long_texts select n, repeat('0123456789', 1000) from generate_series(1, 2000) as n`.execute(
      db,
    )
    await sql`create table short_texts (n int)`.execute(db)
    await sql`insert into short_texts select n from generate_series(1, 200000) as n`.execute(db)
    await sql`delete from short_texts where n % 2 = 0 or n between 1000 and 150000`.execute(db)
    await inTransaction(async (session) => {
      const long = await textOf(session, 'long_texts')
      const sizes = long.map((part) => part.length)
      expect(Math.max(...sizes.slice(3))).toBeLessThan(4_000_000)
      expect(new Set(Buffer.concat(long).toString().split('\n')).size).toBe(2001)
      const short = Buffer.concat(await textOf(session, 'short_texts'))
        .toString()
        .split('\n')
      expect(short).toHaveLength(25_501)
      expect(new Set(short).size).toBe(25_501)
    })
  })

  test('are refused with the words of the database, and the connection goes on', async () => {
    const { db } = database.connection
    await sql`create table numbers (n int)`.execute(db)
    const copyIn = (columns: string[], text: string) =>
      database.connection.withSession((session) =>
        copyIntoTable(
          session,
          { name: 'numbers', columns },
          (async function* () {
            yield Buffer.from(text)
          })(),
        ),
      )
    await expect(copyIn(['n'], '1\nx\n')).rejects.toThrow(
      'invalid input syntax for type integer: "x"',
    )
    await expect(copyIn(['m'], '1\n')).rejects.toThrow(
      'column "m" of relation "numbers" does not exist',
    )
    await expect(
      database.connection.withSession((session) =>
        copyIntoTable(
          session,
          { name: 'numbers', columns: ['n'] },
          (async function* () {
            yield Buffer.from('1\n')
            throw new Error('no more')
          })(),
        ),
      ),
    ).rejects.toThrow('no more')
    expect(await rowsOf('numbers')).toEqual([])
    await copyIn(['n'], '1\n2\n')
    expect(await rowsOf('numbers')).toHaveLength(2)
  })
})
