import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { readDistribution } from '../db/connection/distributed.ts'
import { sealEntries } from '../modules/audit-log/seals.store.ts'
import { backupFolder } from '../testing/backups.ts'
import { ask, citusUrl, nodesOf, openCluster } from '../testing/citus.ts'
import { runCommand } from '../testing/command-line.ts'
import { create } from '../testing/factories.ts'

describe.skipIf(!citusUrl)('a serving role that owns nothing, on Citus', () => {
  const server = citusUrl ?? ''
  const suffix = randomBytes(6).toString('hex')
  const roles = { owner: `steward_owner_${suffix}`, serving: `steward_serving_${suffix}` }
  let cluster: Awaited<ReturnType<typeof openCluster>>
  let folder: Awaited<ReturnType<typeof backupFolder>>
  let serving: Connection
  const as = (role: string) => {
    const url = new URL(cluster.url)
    url.username = role
    url.password = ''
    return url.href
  }
  const steward = (...words: string[]) =>
    runCommand({ dataDir: folder.path('.'), databaseUrl: as(roles.serving) }, words, '', {
      DATABASE_MIGRATION_URL: as(roles.owner),
    })

  beforeAll(async () => {
    folder = await backupFolder()
    cluster = await openCluster()
    for (const role of Object.values(roles)) await ask(server, `create role ${role} login`)
    const name = new URL(cluster.url).pathname.slice(1)
    for (const node of await nodesOf(server))
      await ask(
        node,
        'set citus.enable_ddl_propagation to off',
        `alter database ${name} owner to ${roles.owner}`,
      )
    // A server does this at its start, here before and behind the command.
    for (const words of [['migrate'], ['distribute'], ['migrate']])
      expect(await steward(...words)).toMatchObject({ code: 0 })
    serving = await openConnection({ databaseUrl: as(roles.serving), dataDir: '.' })
    expect(await readDistribution(serving.db)).toBe('whole')
  })
  afterAll(async () => {
    await serving?.close()
    await cluster?.dispose()
    for (const role of Object.values(roles)) await ask(server, `drop role if exists ${role}`)
    await folder?.remove()
  })

  test('writes records and entries, seals them, verifies counters and makes a backup', async () => {
    const ids = await create(serving.db, 'posts', { text: 'One' }, { text: 'Two' })
    expect(ids.length).toBe(2)
    await create(serving.db, 'roles', { name: 'Served' })
    await expect.poll(() => sealEntries(serving.db, 100)).toBeGreaterThan(0)
    expect(await steward('counters', 'verify')).toMatchObject({ code: 0 })
    expect(await steward('counters', 'rebuild')).toMatchObject({ code: 0 })
    expect(await steward('backup', folder.path('served.tar.gz'))).toMatchObject({ code: 0 })
  })

  test.each([
    'update audit_entries set title = null',
    'delete from audit_entries',
    'truncate audit_entries',
    'delete from audit_batch_records',
    'update audit_undos set entry_id = 1',
    'delete from audit_undos',
    'delete from audit_seals',
    'drop table audit_entries',
    `select undistribute_table('audit_entries')`,
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(serving.db)).rejects.toThrow(
      /permission denied|must be owner/,
    )
  })

  test('nor on the shards of workers', async () => {
    const { rows } = await sql<{ success: boolean; result: string }>`
      select success, result
      from run_command_on_shards('audit_entries', 'delete from %s')`.execute(serving.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(row).toEqual({ success: false, result: expect.stringMatching(/permission denied/) })
  })

  test('the owner brings everything back', async () => {
    await serving.close()
    expect(await steward('distribute', '--undo')).toMatchObject({ code: 0 })
    expect(await steward('migrate')).toMatchObject({ code: 0 })
    serving = await openConnection({ databaseUrl: as(roles.serving), dataDir: '.' })
    await create(serving.db, 'posts', { text: 'Three' })
    await expect(sql`delete from audit_entries`.execute(serving.db)).rejects.toThrow(
      /permission denied/,
    )
  })
})
