import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, citusUrl, proxyWorker } from '../testing/citus.ts'
import type { DatabaseProxy } from '../testing/database-proxy.ts'
import { create } from '../testing/factories.ts'
import { integrityFindings } from '../testing/integrity.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

const partly = { code: 'not_ready', message: 'A part of the data can’t be reached right now.' }

describe.skipIf(!citusUrl)('a server on a coordinator and workers', () => {
  let app: TestApp
  let url: string
  let worker: DatabaseProxy
  let token: string
  beforeAll(async () => {
    app = await startTestApp(
      'postgresql',
      {},
      {
        through: async (address) => {
          url = address
          worker = await proxyWorker(address)
          return address
        },
      },
    )
    token = (await app.signIn('owner')).token
    await create(app.db, 'posts', ...Array.from({ length: 50 }, (_, n) => ({ text: `Post ${n}` })))
  })
  afterAll(async () => {
    await app?.dispose()
    worker?.close()
  })

  const list = async (name: 'posts.list' | 'users.list' | 'roles.list' | 'auditLog.list') =>
    await app.call(name, { token })

  test('a change that is told nowhere but in the log is committed on all nodes or on none', async () => {
    const prepared = async () =>
      (await ask<{ n: number }>(url, 'select count(*)::int as n from pg_dist_transaction'))[0]?.n ??
      0
    const before = await prepared()
    const body = { name: 'Made in two phases', permissions: [] }
    expect((await app.call('roles.create', { token, body })).status).toBe(201)
    expect(await prepared()).toBeGreaterThan(before)
  })

  test('while a worker is away, what lies there is refused in words, and all else is served', async () => {
    expect((await list('posts.list')).status).toBe(200)
    worker.goAway()
    try {
      for (const name of ['posts.list', 'auditLog.list'] as const) {
        const { status, body, headers } = await list(name)
        expect([name, status, body]).toEqual([name, 503, expect.objectContaining(partly)])
        expect(headers['retry-after']).toBe('5')
      }
      for (const name of ['users.list', 'roles.list'] as const)
        expect([name, (await list(name)).status]).toEqual([name, 200])
    } finally {
      worker.comeBack()
    }
    for (const name of ['posts.list', 'auditLog.list'] as const)
      expect([name, (await list(name)).status]).toEqual([name, 200])
  })

  test('what was acknowledged while workers went and came is there, and everything is whole', async () => {
    let isOver = false
    const acknowledged: string[] = []
    const statuses = new Map<number, number>()
    const work = async (n: number) => {
      for (let i = 0; !isOver; i += 1) {
        const body = { name: `Role ${n} ${i}`, permissions: [] }
        const made = await app.call('roles.create', { token, body })
        statuses.set(made.status, (statuses.get(made.status) ?? 0) + 1)
        if (made.status === 201) acknowledged.push(made.body.data._id)
        const ids = await sql<{ id: string }>`select id from posts order by random() limit 1`
          .execute(app.db)
          .catch(() => ({ rows: [] }))
        for (const { id } of ids.rows) {
          const call = i % 2 === 0 ? 'posts.delete' : 'posts.restore'
          const { status } = await app.call(call, { token, params: { id } })
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
    }
    const writers = Array.from({ length: 4 }, (_, n) => work(n))
    for (let times = 0; times < 4; times += 1) {
      await wait(1_000)
      worker.goAway()
      await wait(1_500)
      worker.comeBack()
    }
    await wait(1_000)
    isOver = true
    await Promise.all(writers)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(
      [...statuses.keys()].filter((status) => ![200, 201, 404, 409, 503].includes(status)),
    ).toEqual([])
    const { rows } = await sql<{ id: string }>`
      select id from roles where id = any(${acknowledged}::uuid[])`.execute(app.db)
    expect(rows.length).toBe(acknowledged.length)
    // What the worker has still to commit is committed within a minute by Citus itself.
    await expect
      .poll(
        () =>
          ask(
            url,
            `select 1 from run_command_on_workers($$
        select count(*) from pg_prepared_xacts where database = current_database()$$) where result <> '0'`,
          ),
        {
          timeout: 90_000,
        },
      )
      .toEqual([])
    expect(await integrityFindings(app.db)).toEqual([])
  })
})
