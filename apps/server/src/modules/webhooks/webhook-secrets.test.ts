import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import { readNetworks } from '../../http/outbound-networks.ts'
import { backUp, backupFolder, restoreFrom } from '../../testing/backups.ts'
import { runCommand } from '../../testing/command-line.ts'
import { oneEngine, openTestDatabase } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { type WebhookReceiver, webhookReceiver } from '../../testing/webhook-receiver.ts'

const first = 'the first secret key, which is long enough'
const second = 'the second secret key, which is long enough'
const loopback = { privateNetworks: readNetworks('127.0.0.0/8') ?? [] }

describe.each(oneEngine)('the secrets of webhooks on %s', (engine) => {
  let app: TestApp
  let receiver: WebhookReceiver
  let token: string
  beforeAll(async () => {
    receiver = await webhookReceiver()
    app = await startTestApp(engine, { secretKey: first, ...loopback })
    ;({ token } = await app.signIn('owner'))
  })
  afterAll(async () => {
    await app.dispose()
    receiver.close()
  })

  test('are encrypted anew with a changed key, those that still sign beside new ones too', async () => {
    const body = { name: 'Receiver', url: receiver.url, areas: ['polls'] }
    const made = await app.call('webhooks.create', { token, body })
    const params = { id: made.body.data.webhook._id }
    const rotated = await app.call('webhooks.rotateSecret', { token, params, body: {} })
    const keys: Partial<Config> = { secretKey: second, previousSecretKey: first }
    const done = await runCommand({ ...app.config, ...keys }, ['secrets', 'rotate'])
    expect(done).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^2 secrets are /) })
    const again = await runCommand({ ...app.config, ...keys }, ['secrets', 'rotate'])
    expect(again.out).toMatch(/^0 secrets /)

    const alone = await app.another({ secretKey: second })
    const signed = await alone('webhooks.test', { token, params })
    expect(signed.body.data.status).toBe(200)
    const [message] = receiver.messages
    for (const { body: answer } of [made, rotated]) {
      const { secret } = answer.data
      new StandardWebhook(secret).verify(message?.body ?? '', message?.headers ?? {})
    }
    // One that opens with neither key is named, and left as it is.
    const lost = await runCommand(
      { ...app.config, secretKey: `${first} once more`, previousSecretKey: `${second} once more` },
      ['secrets', 'adopt'],
    )
    expect(lost.code).toBe(0)
    const neither = await runCommand(
      { ...app.config, secretKey: `${first} once more`, previousSecretKey: `${second} once more` },
      ['secrets', 'rotate'],
    )
    expect(neither).toMatchObject({
      code: 3,
      out: expect.stringMatching(/2 secrets open with neither/),
    })
  })

  test('that are lost with their key are named at each try, until there is a new one', async () => {
    const other = await app.another({ secretKey: `${second} once more` })
    const body = { name: 'Lost', url: receiver.url, areas: ['polls'] }
    const made = await app.call('webhooks.create', { token, body })
    const params = { id: made.body.data.webhook._id }
    const tried = await other('webhooks.test', { token, params })
    expect(tried.body.data).toMatchObject({
      status: null,
      error: { message: expect.stringContaining('Make a new secret') },
    })
    const { secret } = (await other('webhooks.rotateSecret', { token, params, body: {} })).body.data
    expect((await other('webhooks.test', { token, params })).body.data.status).toBe(200)
    const message = receiver.messages.at(-1)
    new StandardWebhook(secret).verify(message?.body ?? '', message?.headers ?? {})
  })

  test('come back with a backup in webhooks that are off', async () => {
    const source = await openTestDatabase(engine)
    const target = await openTestDatabase(engine)
    const folder = await backupFolder()
    try {
      await sql`
        insert into webhooks (id, name, url, secret, seal)
        values (gen_random_uuid(), 'Receiver', 'https://example.com', 'x', 0)`.execute(
        source.connection.db,
      )
      const path = folder.path('all')
      await backUp(source, path)
      await restoreFrom(path, target)
      const { rows } = await sql`select name, secret, state, off_reason from webhooks`.execute(
        target.connection.db,
      )
      const off = { state: 'off', off_reason: 'restored' }
      expect(rows).toEqual([{ name: 'Receiver', secret: Buffer.from('x'), ...off }])
    } finally {
      await folder.remove()
      await source.dispose()
      await target.dispose()
    }
  })
})
