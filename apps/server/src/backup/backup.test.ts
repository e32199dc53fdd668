import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Said } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/connection/connection.ts'
import { applyMigrations } from '../db/migrations/migrate.ts'
import { listMigrations, migrationsNamed } from '../db/migrations/migration-file.ts'
import { createDemonstration } from '../demo/demonstration.ts'
import { verifyAuditLog } from '../modules/audit-log/verify.ts'
import { openSecrets } from '../secrets.ts'
import { folderStorage } from '../storage/folder.ts'
import {
  backUp,
  backupFolder,
  listFiles,
  readAll,
  readSchema,
  restoreFrom,
} from '../testing/backups.ts'
import { engines, oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { create, createAdmin } from '../testing/factories.ts'
import { uploadedFiles } from '../uploads/uploaded-files.ts'
import { clearDatabase } from './target.store.ts'

const opened: TestDatabase[] = []
const open = async (engine: (typeof engines)[number]) => {
  const database = await openTestDatabase(engine)
  opened.push(database)
  return database
}
let folder: Awaited<ReturnType<typeof backupFolder>>
beforeAll(async () => {
  folder = await backupFolder()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.dispose()))
})
afterAll(() => folder.remove())

/** Counters as they would be if somebody counted now; those that stand at zero say nothing. */
async function countersAndCounts(db: Db) {
  const kept = await sql`
    select area, sum(n)::int as n from current_counters group by area having sum(n) <> 0 order by area`.execute(
    db,
  )
  const counted = await sql`
    select 'bills' as area, count(*)::int as n from bills union all
    select 'events', count(*)::int from events union all
    select 'polls', count(*)::int from polls union all
    select 'posts', count(*)::int from posts union all
    select 'shopping_posts', count(*)::int from shopping_posts union all
    select 'tasks', count(*)::int from tasks union all
    select 'users', count(*)::int from users order by area`.execute(db)
  return { kept: kept.rows, counted: counted.rows }
}

// Each engine is once where it comes from, and once where it goes to.
const crossings = engines.map((engine, n) => [engine, engines.at(n - 1) ?? engine] as const)

describe('a backup', () => {
  test.each(crossings)(
    'from %s comes back whole on %s: rows, schema, counters, files, key',
    async (engine, other) => {
      const source = await open(engine)
      const { db } = source.connection
      await createDemonstration(db, { files: uploadedFiles(folderStorage(source.config.dataDir)) })
      const { id } = await createAdmin(db, null, {})
      await sql`insert into sessions (id, token_hash, user_id, expires_at)
      values (gen_random_uuid(), '\\xff00', ${id}, now() + interval '1 day')`.execute(db)
      // Values that a careless way of writing them would change.
      await create(db, 'posts', {
        text: 'tab\t newline\n backslash \\N \\. "quotes" \u{1F600} \u0301',
      })
      await sql`update polls set questions = '[null, 1.10, "\\u00e9"]'
      where id = (select id from polls limit 1)`.execute(db)
      await sql`update roles set permissions = 'null' where not system`.execute(db)
      await openSecrets(source.config)
      await writeFile(join(source.config.dataDir, 'config.json'), '{"name":"Harbour"}')
      await mkdir(join(source.config.dataDir, 'imports'))
      await writeFile(join(source.config.dataDir, 'imports', 'server-id'), randomUUID())
      await writeFile(join(source.config.dataDir, 'uploads', '.half.webp.part'), 'half')
      const path = folder.path(`${engine}-${other}.tar.gz`)
      const { holdsKey, totals } = await backUp(source, path)
      expect(holdsKey).toBe(true)

      const target = await open(other)
      const fresh = await readSchema(target.connection.db)
      const restored = await restoreFrom(path, target)
      expect(restored).toMatchObject({ applied: [], foreignTables: [], key: 'same', totals })
      const all = await readAll(target.connection.db)
      expect(all).toEqual(await readAll(db))
      expect(all['users']?.length).toBeGreaterThan(200)
      expect(await readSchema(target.connection.db)).toEqual(fresh)
      const uploads = await listFiles(join(target.config.dataDir, 'uploads'))
      expect(Object.keys(uploads).length).toBeGreaterThan(5)
      expect(new Set(Object.values(uploads))).toEqual(new Set(['600']))
      expect({ ...uploads, '.half.webp.part': expect.any(String) }).toEqual(
        Object.fromEntries(
          Object.keys(await listFiles(join(source.config.dataDir, 'uploads'))).map((name) => [
            name,
            expect.any(String),
          ]),
        ),
      )
      for (const name of ['secret.key', 'config.json', join('imports', 'server-id')]) {
        expect(await readFile(join(target.config.dataDir, name))).toEqual(
          await readFile(join(source.config.dataDir, name)),
        )
      }
      expect((await listFiles(target.config.dataDir))['secret.key']).toBe('600')
      // Nobody is signed in.
      const { rows } = await sql`select 1 from sessions`.execute(target.connection.db)
      expect(rows).toHaveLength(0)

      // And what keeps counters, numbers and order goes on from there.
      const before = await countersAndCounts(target.connection.db)
      expect(before.kept).toEqual(before.counted)
      await create(target.connection.db, 'posts', { text: 'One more' })
      const after = await countersAndCounts(target.connection.db)
      expect(after.kept).toEqual(after.counted)
      expect(after.kept).not.toEqual(before.kept)
      const next = (on: Db) => sql`select nextval('bill_numbers')`.execute(on)
      expect((await next(target.connection.db)).rows).toEqual((await next(db)).rows)
    },
  )
})

describe.each(oneEngine)('on %s', (engine) => {
  test('an older schema is restored and then migrated', async () => {
    const source = await open(engine)
    const all = await listMigrations()
    const older = all.filter((name) => name < '0083')
    await source.connection.db.transaction().execute(async (tx) => {
      await clearDatabase(tx, false)
      await applyMigrations(tx, await migrationsNamed(older))
      await sql`insert into categories (id, name, slug) values (gen_random_uuid(), 'ΟΔΟΣ', 'a')`.execute(
        tx,
      )
      await sql`insert into users (id, name, type) select gen_random_uuid(), 'Łódź ' || n, 'member'
        from generate_series(1, 30) as n`.execute(tx)
      await sql`
        insert into audit_entries (at, through, action, area, detail)
        values ('2026-01-01T00:00:00Z', 'api', 'export', 'bills', 'Before commitments')`.execute(tx)
      await sql`
        insert into audit_seals (no, entries, digests, previous, hash)
        select 1, array[id], digest, start, sha256(start || digest) from (
          select e.id, decode(repeat('00', 32), 'hex') as start, sha256(convert_to(jsonb_build_array(
            (extract(epoch from e.at) * 1000)::bigint, e.actor_id, e.actor_name, e.role_id, e.role_name, e.through,
            e.address, e.action, e.area, e.record_id, e.title, e.before, e.after, e.detail, e.batch, e.undoes,
            e.records::text, e.record_count)::text, 'UTF8')) as digest
          from audit_entries as e
        ) as entry`.execute(tx)
      await sql`insert into audit_counts (day, area, action, n) values ('2026-01-01', 'bills', 'export', 1)`.execute(
        tx,
      )
      await sql`
        update audit_sealing set settled = last.id, candidate = last.id
        from (select max(id) as id from audit_entries) as last`.execute(tx)
      // What 0083 drops; nobody has to be told of it.
      await sql`create table past_users as select id from users`.execute(tx)
    })
    const path = folder.path(`${engine}-older.tar.gz`)
    await backUp(source, path)
    const target = await open(engine)
    const fresh = await readSchema(target.connection.db)
    await sql`create table pasts (id uuid)`.execute(target.connection.db)
    const { applied, foreignTables } = await restoreFrom(path, target)
    expect(foreignTables).toEqual([])
    expect(applied).toEqual(all.filter((name) => name >= '0083'))
    expect(await readSchema(target.connection.db)).toEqual(fresh)
    const { rows } = await sql`
      select (select count(*)::int from users where search like 'lodz %') as users,
        (select sum(n)::int from current_counters where area = 'users') as counted`.execute(
      target.connection.db,
    )
    expect(rows).toEqual([{ users: 30, counted: 30 }])
    // Seals of before are converted, and told of.
    const { seals, findings } = await verifyAuditLog(target.connection.db)
    expect([seals, findings]).toEqual([2, []])
    const told = await sql`
      select after ->> 'findings' as findings from audit_entries where action = 'reseal'`.execute(
      target.connection.db,
    )
    expect(told.rows).toEqual([{ findings: '0' }])
  })

  test('a database that holds somebody is replaced only when that is said', async () => {
    const source = await open(engine)
    await createAdmin(source.connection.db, null, { name: 'Ada' })
    const path = folder.path(`${engine}-replace.tar.gz`)
    await backUp(source, path)
    const target = await open(engine)
    await createAdmin(target.connection.db, null, { name: 'Grace' })
    await openSecrets(target.config)
    const before = await readAll(target.connection.db)
    await expect(restoreFrom(path, target)).rejects.toThrow(
      'already contains people or other records',
    )
    expect(await readAll(target.connection.db)).toEqual(before)

    // Tables that refuse to be emptied are no obstacle.
    await sql`create function never() returns trigger language plpgsql as
      $$ begin raise exception 'append only'; end $$`.execute(target.connection.db)
    await sql`create trigger never before delete or update or truncate on users
      for each statement execute function never()`.execute(target.connection.db)
    const fresh = await readSchema(source.connection.db)
    await restoreFrom(path, target, { replace: true })
    expect(await readAll(target.connection.db)).toEqual(await readAll(source.connection.db))
    expect(await readSchema(target.connection.db)).toEqual(fresh)
  })
})

describe.each(oneEngine)('on %s, for either engine', (engine) => {
  test('pictures and the key can be left out, on either side', async () => {
    const source = await open(engine)
    await uploadedFiles(folderStorage(source.config.dataDir)).save(Buffer.from('x'), 'png')
    await openSecrets(source.config)
    const without = folder.path(`${engine}-without.tar.gz`)
    const backup = await backUp(source, without, { uploads: false, secretKey: false })
    expect(backup).toMatchObject({ holdsKey: false, totals: { files: 0 } })
    const withAll = folder.path(`${engine}-with.tar.gz`)
    await backUp(source, withAll)

    const first = await open(engine)
    expect(await restoreFrom(without, first)).toMatchObject({ key: 'other' })
    const second = await open(engine)
    const leftOut = { uploads: false, secretKey: false }
    expect(await restoreFrom(withAll, second, leftOut)).toMatchObject({ key: 'other' })
    for (const { config } of [first, second]) {
      expect(await listFiles(join(config.dataDir, 'uploads'))).toEqual({})
      expect(await listFiles(config.dataDir)).not.toHaveProperty(['secret.key'])
    }
    // The same key may be there already.
    const key = (await readFile(join(source.config.dataDir, 'secret.key'), 'utf8')).trim()
    const third = await open(engine)
    third.config = { ...third.config, secretKey: key }
    expect(await restoreFrom(without, third)).toMatchObject({ key: 'same' })
    const fourth = await open(engine)
    fourth.config = { ...fourth.config, secretKey: 'another key of thirty-two letters' }
    await expect(restoreFrom(withAll, fourth)).rejects.toThrow('SECRET_KEY is not the key')
  })

  test('what others keep in the database is neither thrown away nor made', async () => {
    const source = await open(engine)
    await sql`create table "Their notes" (n int)`.execute(source.connection.db)
    await sql`insert into "Their notes" values (1)`.execute(source.connection.db)
    const path = folder.path(`${engine}-foreign.tar.gz`)
    await backUp(source, path)
    const target = await open(engine)
    expect(await restoreFrom(path, target)).toMatchObject({ foreignTables: ['Their notes'] })
    await expect(restoreFrom(path, source, { replace: true })).rejects.toThrow(
      "tables that are not Steward's (Their notes)",
    )
  })

  test('what a newer version has made is thrown away only when that is said', async () => {
    const source = await open(engine)
    const path = folder.path(`${engine}-newer.tar.gz`)
    await backUp(source, path)
    const target = await open(engine)
    const fresh = await readSchema(target.connection.db)
    await sql`create table flights (n int)`.execute(target.connection.db)
    await sql`insert into schema_migrations (name) values ('9999-flights.sql')`.execute(
      target.connection.db,
    )
    await expect(restoreFrom(path, target)).rejects.toThrow('written by a newer Steward')
    await restoreFrom(path, target, { replace: true })
    expect(await readSchema(target.connection.db)).toEqual(fresh)
  })

  test('a restore that is stopped changes nothing', async () => {
    const source = await open(engine)
    await createDemonstration(source.connection.db, {
      files: uploadedFiles(folderStorage(source.config.dataDir)),
    })
    const path = folder.path(`${engine}-stopped.tar.gz`)
    await backUp(source, path)
    const target = await open(engine)
    await create(target.connection.db, 'tasks', { title: 'Stays' })
    const before = await readAll(target.connection.db)
    for (const at of ['uploads', 'indexes']) {
      const controller = new AbortController()
      const onStep = (words: Said) => {
        if (String(words).startsWith(at)) controller.abort()
      }
      const options = { replace: true, signal: controller.signal, onStep }
      await expect(restoreFrom(path, target, options)).rejects.toThrow('abort')
      expect(await readAll(target.connection.db)).toEqual(before)
      const left = Object.keys(await listFiles(target.config.dataDir))
      expect(left.filter((name) => name.includes('restore'))).toEqual([])
    }
  })
})

// Something has to come in between, which the embedded engine has no means for.
describe.each(engines.filter((engine) => engine === 'postgresql'))('on %s', (engine) => {
  test('a restore that does not compare changes nothing', async () => {
    const source = await open(engine)
    await create(source.connection.db, 'tasks', { title: 'Tuesday' })
    const path = folder.path(`${engine}-meddled.tar.gz`)
    await backUp(source, path)
    const target = await open(engine)
    const { db } = target.connection
    const before = await readAll(db)
    await sql`create schema meddling;
      create function meddling.meddle() returns event_trigger language plpgsql as
        $$ begin
          if to_regclass('public.tasks') is not null then
            update public.tasks set title = 'Wednesday';
          end if;
        end $$;
      create event trigger meddle on ddl_command_end when tag in ('CREATE INDEX')
        execute function meddling.meddle()`.execute(db)
    await expect(restoreFrom(path, target)).rejects.toThrow(
      'The restored database differs from the file in tasks (1 rows, 1 in the file). Nothing was changed.',
    )
    expect(await readAll(db)).toEqual(before)
  })
})
