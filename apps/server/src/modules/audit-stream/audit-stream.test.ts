import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import { ndjsonReceiver, syslogReceiver } from '../../testing/audit-receivers.ts'
import { usualEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.dispose()
})

const start = async (url: string, settings: Partial<Config> = {}, authorization?: string) => {
  const auditStream = { url, authorization }
  const app = await startTestApp(usualEngine, { auditStream, ...settings })
  apps.push(app)
  return app
}

/** Ids of all entries in the order of the chain, once all are sealed. */
const sealed = async (app: TestApp) => {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from audit_entries)
          - (select coalesce(sum(cardinality(entries)), 0) from audit_seals) as n`.execute(app.db)
      return Number(rows[0]?.n)
    })
    .toBe(0)
  const { rows } = await sql<{ id: number }>`
    select id from audit_seals, unnest(entries) with ordinality as e (id, nth) order by no, nth
  `.execute(app.db)
  return rows.map(({ id }) => String(id))
}

/** Waits until the server has noted that all seals are sent: one that ends before sends the last ones again. */
const noted = (app: TestApp) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        select (select max(no) from audit_seals) - sent as n from audit_stream`.execute(app.db)
      return Number(rows[0]?.n)
    })
    .toBe(0)

const addBills = (app: TestApp, n: number, from: number) =>
  create(
    app.db,
    'bills',
    ...Array.from({ length: n }, (_, each) => ({ number: `Müller-${from + each}` })),
  )

test('sends each entry in order over a receiver’s death, a restart and two servers', async () => {
  const receiver = await syslogReceiver()
  const app = await start(`syslog://127.0.0.1:${receiver.port}`)
  const ids = () => receiver.received().map(({ entry }) => entry.id as string)
  await addBills(app, 20, 0)
  const first = await sealed(app)
  await expect.poll(ids).toEqual(first)

  // It dies in the middle of a batch, and comes back.
  receiver.killAfter(2_500)
  await addBills(app, 40, 100)
  const second = await sealed(app)
  await expect.poll(ids).not.toEqual(first)
  expect(new Set(ids()).size).toBeLessThan(second.length)
  await receiver.start()
  await expect.poll(() => [...new Set(ids())]).toEqual(second)
  await noted(app)

  // What was written while no server ran is sent by the next one, and nothing before it again.
  const before = ids().length
  await app.app.close()
  await addBills(app, 10, 200)
  await app.another()
  await app.another()
  const third = await sealed(app)
  await expect.poll(() => ids().slice(before)).toEqual(third.slice(second.length))

  // Two servers send each entry once.
  for (let n = 0; n < 5; n += 1) {
    await addBills(app, 20, 300 + n * 20)
    await new Promise((done) => setTimeout(done, 400))
  }
  const fourth = await sealed(app)
  await expect.poll(() => ids().slice(before)).toEqual(fourth.slice(second.length))
  receiver.kill()
}, 180_000)

test('a syslog message says who did what, and no value of a field', async () => {
  const receiver = await syslogReceiver()
  const app = await start(`syslog://127.0.0.1:${receiver.port}`, {
    publicUrl: 'https://staff.example.com',
  })
  const { token, userId } = await app.signIn('owner')
  const [id = ''] = await addBills(app, 1, 0)
  const body = { data: { notes: 'a secret note' } }
  expect((await app.call('bills.update', { token, params: { id }, body })).status).toBe(200)
  await app.call('session.login', { body: { email: 'nobody@example.com', password: 'wrong word' } })
  const find = (action: string) => receiver.received().find(({ entry }) => entry.action === action)
  await expect
    .poll(() => find('sign-in-failed')?.head)
    .toMatch(/^<108>1 \S+Z staff\.example\.com steward - sign-in-failed - $/)
  await expect.poll(() => find('update')).toBeDefined()
  const update = find('update')
  expect(update?.head).toMatch(/^<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /)
  expect(update?.entry).toMatchObject({
    area: 'bills',
    actor: { id: userId, role: 'Owner' },
    record: { id, title: 'Müller-0' },
    fields: ['notes'],
    seal: { no: expect.any(Number), hash: expect.stringMatching(/^[\da-f]{64}$/) },
  })
  expect(JSON.stringify(receiver.received())).not.toContain('a secret note')
  receiver.kill()
})

test('speaks TLS, and sends nothing to a receiver that it can’t trust', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made =
    '-newkey rsa:2048 -nodes -x509 -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  execFileSync('openssl', ['req', ...made.split(' '), '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  const receiver = await syslogReceiver({
    key: await readFile(key, 'utf8'),
    cert: await readFile(cert, 'utf8'),
  })
  await rm(folder, { recursive: true })
  const url = `syslog+tls://localhost:${receiver.port}`
  const usual = getCACertificates()
  const app = await start(url)
  await addBills(app, 3, 0)
  await sealed(app)
  await new Promise((done) => setTimeout(done, 2_500))
  expect(receiver.received()).toEqual([])
  try {
    setDefaultCACertificates([...usual, receiver.certificate])
    await expect
      .poll(() => receiver.received().map(({ entry }) => entry.id))
      .toEqual(await sealed(app))
  } finally {
    setDefaultCACertificates(usual)
    receiver.kill()
  }
})

test('a stop during a batch hands over at once', async () => {
  // It never answers the end, so that the batch stays under way.
  const silent = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    socket.resume()
  })
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as { port: number }
  const app = await start(`syslog://127.0.0.1:${port}`)
  await addBills(app, 3, 0)
  const state = async () =>
    (
      await sql<{
        holder: string | null
        sent: number
      }>`select holder, sent from audit_stream`.execute(app.db)
    ).rows
  await expect.poll(state).toEqual([{ holder: expect.any(String), sent: 0 }])
  await app.app.close()
  expect(await state()).toEqual([{ holder: null, sent: 0 }])
  silent.close()
})

test('posts NDJSON until it is answered with success', async () => {
  const receiver = await ndjsonReceiver()
  receiver.answerWith(503)
  const app = await start(`http://127.0.0.1:${receiver.port}/logs`, {}, 'Splunk 123')
  await addBills(app, 3, 0)
  const all = await sealed(app)
  await expect.poll(() => receiver.headers().authorization).toBe('Splunk 123')
  expect(receiver.headers()['content-type']).toBe('application/x-ndjson')
  expect(receiver.received()).toEqual([])
  receiver.answerWith(200)
  await expect.poll(() => receiver.received().map(({ id }) => id)).toEqual(all)
  receiver.close()
})
