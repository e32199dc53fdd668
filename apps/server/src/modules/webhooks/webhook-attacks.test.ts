import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openOutbound } from '../../http/outbound.ts'
import type { Resolve } from '../../http/outbound-lookups.ts'
import { readNetworks } from '../../http/outbound-networks.ts'
import { signInAs } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { webhookReceiver } from '../../testing/webhook-receiver.ts'

const inside = /leads to this machine or a private network/i

/** What names resolve to in these tests, where a test says so. */
const names: Record<string, string[][]> = { localhost: [['127.0.0.1']], 'x.invalid': [[]] }
const looked: string[] = []
const resolve: Resolve = async (name) => {
  looked.push(name)
  const answers = names[name] ?? [['8.8.8.8']]
  const next = answers.length > 1 ? answers.shift() : answers[0]
  return (next ?? []).map((address) => ({ address, family: 4 }))
}

describe.each(oneEngine)('webhooks to where they may not lead, on %s', (engine) => {
  let app: TestApp
  let owner: { token: string }
  beforeAll(async () => {
    // Only machines of this network may be called inside; nothing stands there.
    const outbound = openOutbound(readNetworks('127.77.0.0/16') ?? [], resolve)
    app = await startTestApp(engine, {}, { outbound })
    owner = await app.signIn('owner')
  })
  afterAll(() => app.dispose())

  afterEach(() => sql`delete from webhooks`.execute(app.db))

  const hooks = async () => (await app.call('webhooks.list', { token: owner.token })).body.data
  const entries = async () => {
    const query = { area: 'integrations' }
    return (await app.call('auditLog.list', { token: owner.token, query })).body.data.entries
  }

  test.each([
    ['http://localhost:1/', inside],
    ['https://localhost/', inside],
    ['https://[::1]/', inside],
    ['https://10.0.0.1/', inside],
    ['https://0x0a000001/', inside],
    ['https://169.254.169.254/latest/', inside],
    ['http://8.8.8.8/', /must begin with https/i],
    ['https://a:b@8.8.8.8/', /must not hold a name or password/i],
    ['javascript:alert(1)', /must be an address/i],
    ['https://x.invalid/', /can’t be found/],
    [`https://8.8.8.8/${'x'.repeat(2_000)}`, /at most 2,?000 characters/i],
    ['https://8.8.8.8/\r\nx-injected: 1', /line/i],
  ])('attack: %s is refused, and nothing changes', async (url, why) => {
    const answer = await app.call('webhooks.create', {
      token: owner.token,
      body: { name: 'R', url },
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'url'])
    expect(answer.body.errors[0].msg).toMatch(why)
    expect(await hooks()).toEqual([])
    expect(await entries()).toEqual([])
  })

  test('attack: a name that leads inside is refused when it is saved, and when it is sent to', async () => {
    names['inside.example.com'] = [['127.0.0.1']]
    const body = { name: 'R', url: 'https://inside.example.com/' }
    const answer = await app.call('webhooks.create', { token: owner.token, body })
    expect([answer.status, answer.body.errors[0].msg]).toEqual([422, expect.stringMatching(inside)])

    const receiver = await webhookReceiver()
    names['rebinds.example.com'] = [['8.8.8.8'], ['127.0.0.1']]
    const rebinding = {
      name: 'R',
      url: `https://rebinds.example.com:${receiver.port}/`,
      areas: ['bills'],
    }
    const made = await app.call('webhooks.create', { token: owner.token, body: rebinding })
    expect(made.status).toBe(201)
    const { _id: id } = made.body.data.webhook
    await create(app.db, 'bills', {})
    const deliveries = async () =>
      (await app.call('webhooks.deliveries', { token: owner.token, params: { id } })).body.data
        .deliveries
    await expect
      .poll(async () => (await deliveries())[0]?.attempts[0]?.error?.message)
      .toMatch(inside)
    const tested = await app.call('webhooks.test', { token: owner.token, params: { id } })
    expect(tested.body.data).toMatchObject({
      status: null,
      error: { message: expect.stringMatching(inside) },
    })
    expect(receiver.messages).toEqual([])
    receiver.close()
  })

  test('attack: an old sign-in has events sent elsewhere, or reads a secret', async () => {
    const person = await signInAs(app, 'owner')
    const { token, password } = person
    const body = { name: 'R', url: 'https://one.example.com/', areas: ['bills'] }
    const { webhook } = (await app.call('webhooks.create', { token, body })).body.data
    const params = { id: webhook._id }
    await sql`update sessions set proved_at = now() - interval '11 minutes'
      where user_id = ${person.id}`.execute(app.db)
    looked.splice(0)
    const elsewhere = { url: 'https://two.example.com/' }
    const calls = [
      () => app.call('webhooks.create', { token, body: { ...body, ...elsewhere } }),
      () => app.call('webhooks.update', { token, params, body: elsewhere }),
      () => app.call('webhooks.rotateSecret', { token, params, body: {} }),
    ]
    for (const call of calls) {
      const answer = await call()
      expect([answer.status, answer.body.code]).toEqual([403, 'step_up_required'])
    }
    expect(looked).toEqual([])
    expect(await hooks()).toMatchObject([{ url: body.url, overlapUntil: null }])
    // What leaves address and secret as they are asks for nothing.
    const other = { name: 'Other', url: body.url }
    expect((await app.call('webhooks.update', { token, params, body: other })).status).toBe(200)
    expect((await app.call('profile.stepUp', { token, body: { password } })).status).toBe(200)
    for (const call of calls) expect((await call()).status).toBeLessThan(300)
    expect(looked).toContain('two.example.com')
  })

  test('attack: names without end are looked up for one person', async () => {
    const { token } = await app.signIn('owner')
    const body = { name: 'R', url: 'https://x.invalid/' }
    const call = () => app.call('webhooks.create', { token, body })
    for (let n = 0; n < 30; n += 1) expect((await call()).status).toBe(422)
    looked.splice(0)
    expect((await call()).status).toBe(429)
    expect(looked).toEqual([])
  })

  test('attack: a redirect to a private address is a failure, and not followed', async () => {
    const other = await webhookReceiver()
    const receiver = await webhookReceiver('127.77.0.1')
    receiver.answerWith(
      (_, response) => void response.writeHead(302, { location: other.url }).end(),
    )
    const body = { name: 'R', url: receiver.url, areas: ['bills'] }
    const made = await app.call('webhooks.create', { token: owner.token, body })
    const { _id: id } = made.body.data.webhook
    const { data } = (await app.call('webhooks.test', { token: owner.token, params: { id } })).body
    expect(data.status).toBe(302)
    await create(app.db, 'bills', {})
    // The attempt is recorded some time after the receiver has answered.
    const logged = async () =>
      (await app.call('webhooks.deliveries', { token: owner.token, params: { id } })).body.data
        .deliveries
    await expect
      .poll(logged)
      .toMatchObject([{ status: 'waiting', tries: 1, attempts: [{ status: 302 }] }])
    expect(receiver.messages).toHaveLength(2)
    expect(other.messages).toEqual([])
    for (const each of [other, receiver]) each.close()
  })
})
