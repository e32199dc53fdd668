import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newId } from '../../ids.ts'
import { eraseFromEntries } from '../../modules/audit-log/erase.store.ts'
import { sealEntries } from '../../modules/audit-log/seals.store.ts'
import { verifyAuditLog } from '../../modules/audit-log/verify.ts'
import { type BillRow, billStore } from '../../modules/bills/bills.store.ts'
import { Snapshots } from '../../modules/time-travel/time-travel.service.ts'
import { createDatabase, engines } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { administer } from '../../testing/global-setup.ts'
import { convertSeals, hasSealsToConvert } from '../audit-chain/convert-seals.ts'
import { digestInTheClear } from '../audit-chain/digest.ts'
import { type Connection, openConnection } from '../connection/connection.ts'
import { write } from '../write/write.ts'
import { migrateAsOwner } from './migrate-as-owner.ts'
import { listMigrations } from './migration-file.ts'

const ofServers = engines.filter((engine) => engine === 'postgresql')

describe.each(ofServers)('a serving role that owns nothing, on %s', () => {
  const server = inject('postgres') ?? ''
  const name = `steward_serving_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  let database: Awaited<ReturnType<typeof createDatabase>>
  let serving: Connection
  let servingUrl = ''
  const config = () => ({
    databaseUrl: servingUrl,
    migrationUrl: database.url,
    databasePooler: undefined,
    dataDir: '.',
  })
  beforeAll(async () => {
    database = await createDatabase()
    await administer(server, `create role ${name} login password '${password}'`)
    const url = new URL(database.url)
    url.username = name
    url.password = password
    servingUrl = url.href
    serving = await openConnection({ databaseUrl: servingUrl, dataDir: '.' })
    expect(await migrateAsOwner(serving, config())).toEqual(await listMigrations())
    expect(await migrateAsOwner(serving, config())).toEqual([])
  })
  afterAll(async () => {
    await serving.close()
    await database.drop()
    await administer(server, `drop role ${name}`)
  })

  test('keeps its rights where it is the owner itself, by another address', async () => {
    const own = await createDatabase()
    const config = {
      databaseUrl: own.url,
      migrationUrl: own.url,
      databasePooler: undefined,
      dataDir: '.',
    }
    const owner = await openConnection(config)
    await migrateAsOwner(owner, config)
    await sql`insert into schema_migrations (name) values ('9999-next.sql')`.execute(owner.db)
    await owner.close()
    await own.drop()
  })

  test('writes records, and appends to the audit log', async () => {
    const [id = ''] = await create(serving.db, 'bills', { title: 'Served' })
    expect(await sealEntries(serving.db, 100)).toBe(1)
    const found = await serving.db
      .selectFrom('bills')
      .select('title')
      .where('id', '=', id)
      .execute()
    expect(found).toEqual([{ title: 'Served' }])
  })

  test('prepares a list as it stood, and forgets it', async () => {
    const [id = ''] = await create(serving.db, 'bills', { title: 'Then' })
    await new Promise((go) => setTimeout(go, 5))
    const moment = new Date().toISOString()
    await new Promise((go) => setTimeout(go, 5))
    await write(serving.db, { system: 'setup' }, async ({ lock, update }) =>
      update('bills', await lock('bills', [id]), { title: 'Now' }),
    )
    const snapshots = new Snapshots(serving.db, { idleMs: -1, resolutionMs: 1 })
    const by = { user: { id: newId(), name: 'Somebody' }, scope: null }
    const query = { page: 1, limit: 25, sort: '-createdAt', search: 'then' }
    const { rows } = await snapshots.read('bills', by, moment, (source) =>
      source.page<BillRow>(billStore.listing, query, []),
    )
    expect(rows.map(({ title }) => title)).toEqual(['Then'])
    await snapshots.sweep()
    const left = await sql`select 1 from snapshot_bills`.execute(serving.db)
    expect(left.rows).toEqual([])
  })

  test('converts seals of the version before at the start, which the serving role may not', async () => {
    const owner = await openConnection({ databaseUrl: database.url, dataDir: '.' })
    await create(serving.db, 'bills', { title: 'Sealed before' })
    await sealEntries(serving.db, 100)
    await sql`
      update audit_seals as seal set format = 1, digests = (
        select string_agg(${digestInTheClear}, '' order by each.place)
        from unnest(seal.entries) with ordinality as each (id, place) join audit_entries as e on e.id = each.id)
    `.execute(owner.db)
    await expect(convertSeals(serving.db)).rejects.toThrow(/permission denied/)
    await migrateAsOwner(serving, config())
    expect(await hasSealsToConvert(serving.db)).toBe(false)
    const findings = (await verifyAuditLog(serving.db)).findings.map(String)
    // The hashes of the seals, which were not those of the digests that this test put there.
    expect(findings).toEqual([
      expect.stringMatching(/^The chain before entry \d+ was not intact: \d+ finding/),
    ])
    await owner.close()
  })

  test('erases values of entries, and can only take them away', async () => {
    const [person = ''] = await create(serving.db, 'users', {
      name: 'Gone Person',
      email: `${newId()}@example.com`,
    })
    await sealEntries(serving.db, 100)
    const who = { person, names: ['Gone Person'], addresses: [], content: false }
    const { entries } = await serving.db
      .transaction()
      .execute((tx) => eraseFromEntries(tx, { system: 'setup' }, who, 0))
    expect(entries).toBe(1)
    await sealEntries(serving.db, 100)
    expect(
      (await verifyAuditLog(serving.db)).findings.map(String).filter((each) => /^Entry/.test(each)),
    ).toEqual([])
    // What it is given for a value is what the seal is held against, and no value.
    await sql`select steward_erase('{"1": {"salts": {}, "erased": {"title": "Forged"}}}')`.execute(
      serving.db,
    )
    const { rows } =
      await sql<object>`select title, erased from audit_entries where id = 1`.execute(serving.db)
    expect(rows).toMatchObject([{ title: null, erased: { title: 'Forged' } }])
    expect((await verifyAuditLog(serving.db)).findings.map(String)).toContain(
      'Entry 1 is changed (seal 1).',
    )
  })

  test.each([
    'update audit_entries set salt = null',
    'update audit_entries set title = null',
    'delete from audit_entries',
    'truncate audit_entries',
    'update audit_seals set hash = hash',
    'update audit_seals set format = 1',
    "insert into audit_conversion (converted, replaced) values (1, sha256(''))",
    'delete from audit_seals',
    'delete from audit_batch_records',
    'update audit_undos set entry_id = 1',
    'delete from audit_undos',
    'alter table audit_entries disable trigger all',
    'set session_replication_role = replica',
    'drop table audit_entries',
    'delete from schema_migrations',
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(serving.db)).rejects.toThrow(
      /permission denied|must be owner/,
    )
  })
})
