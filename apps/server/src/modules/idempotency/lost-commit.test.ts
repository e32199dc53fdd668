import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/database.ts'
import { DatabaseProxy } from '../../testing/database-proxy.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.runIf(engines.includes('postgresql'))('a connection that is lost at COMMIT', () => {
  let app: TestApp
  let proxy: DatabaseProxy
  let token: string
  beforeAll(async () => {
    app = await startTestApp(
      'postgresql',
      {},
      {
        through: async (address) => {
          const url = new URL(address)
          proxy = new DatabaseProxy(new URL(address))
          url.port = String(await proxy.listen())
          url.hostname = '127.0.0.1'
          return url.href
        },
      },
    )
    token = (await app.signIn('owner')).token
  })
  afterAll(async () => {
    await app.dispose()
    proxy.close()
  })

  const create = (name: string, key?: string) =>
    app.call('categories.create', {
      token,
      body: { name },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const made = async (name: string) => {
    const { rows } = await sql<{ records: number; entries: number }>`
      select (select count(*) from categories where name = ${name}) as records,
        (select count(*) from audit_entries where area = 'categories' and title = ${name}) as entries
    `.execute(app.db)
    return rows[0]
  }

  test.each(['before', 'after', 'meanwhile'] as const)(
    'with a key: made once and answered in full, where it is cut %s',
    async (how) => {
      const [name, key] = [`Cut ${how}`, randomUUID()]
      proxy.cutAtCommit(name, how)
      const { status, body } = await create(name, key)
      expect(proxy.isCut).toBe(true)
      expect([status, body.data?.name]).toEqual([201, name])
      expect(await made(name)).toEqual({ records: 1, entries: 1 })
      const again = await create(name, key)
      expect([again.status, again.body.data?._id]).toEqual([201, body.data._id])
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await made(name)).toEqual({ records: 1, entries: 1 })
    },
  )

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('without a key: says that it isn’t known, where it is cut %s', async (how, n) => {
    const name = `Cut ${how} without a key`
    proxy.cutAtCommit(name, how)
    const { status, body } = await create(name)
    expect(proxy.isCut).toBe(true)
    expect([status, body.code]).toEqual([503, 'not_ready'])
    expect(body.message).toContain('may or may not have been saved')
    expect(await made(name)).toEqual({ records: n, entries: n })
  })

  test('connections that the database ends are replaced, and nobody notices', async () => {
    const end = () =>
      sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(app.db)
    for (let n = 0; n < 5; n += 1) {
      const name = `After the end ${n}`
      const [written, , read] = await Promise.all([
        create(name, randomUUID()),
        end(),
        app.call('bills.list', { token }),
      ])
      expect([written.status, read.status]).toEqual([201, 200])
      expect(await made(name)).toEqual({ records: 1, entries: 1 })
    }
  })
})
