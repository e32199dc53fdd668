import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../db/connection/connection.ts'
import { migrate } from '../../db/migrations/migrate.ts'
import { engines } from '../../testing/database.ts'
import { DatabaseProxy } from '../../testing/database-proxy.ts'
import { administer } from '../../testing/global-setup.ts'
import { findPostgresPrograms, makePostgresServer } from '../../testing/postgres-server.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/server.ts'

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

const programs = findPostgresPrograms()

test.runIf(programs)(
  'a COMMIT that stopped waiting for the synchronous standby is not acknowledged by its key',
  async () => {
    const postgres = await makePostgresServer(programs ?? '')
    await postgres.start()
    const opened = await openConnection({ databaseUrl: postgres.url, dataDir: '.' })
    await migrate(opened)
    await opened.close()
    const app = await startTestApp('postgresql', {}, { through: () => postgres.url })
    const { token } = await app.signIn('owner')
    const waitFor = async (standby: string) => {
      await administer(postgres.url, `alter system set synchronous_standby_names = '${standby}'`)
      await administer(postgres.url, 'select pg_reload_conf()')
    }
    const key = randomUUID()
    const create = () =>
      app.call('categories.create', {
        token,
        body: { name: 'Not on the standby' },
        headers: { 'idempotency-key': key },
      })
    /** Cancels every wait for the standby meanwhile, as the time limit of statements does. */
    const whileCancelling = async (work: () => Promise<TestAnswer>) => {
      const answer = work()
      let isOver = false
      const over = answer.finally(() => {
        isOver = true
      })
      while (!isOver) {
        await administer(
          postgres.url,
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
        )
      }
      return await over
    }
    try {
      await waitFor('away')
      for (let tries = 0; tries < 2; tries += 1) {
        const { status, body } = await whileCancelling(create)
        expect([status, body.code]).toEqual([503, 'not_ready'])
        expect(body.message).toContain('may or may not have been saved')
      }
    } finally {
      await waitFor('')
      await app.dispose()
      await postgres.dispose()
    }
  },
)
