import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import { backUp, backupFolder, restoreFrom } from '../../testing/backups.ts'
import { runCommand } from '../../testing/command-line.ts'
import { oneEngine, openTestDatabase } from '../../testing/database.ts'
import { webhookTests } from './testing.ts'

const first = 'the first secret key, which is long enough'
const second = 'the second secret key, which is long enough'

describe.each(oneEngine)('the secrets of webhooks on %s', (engine) => {
  const w = webhookTests(engine, { secretKey: first })
  const { ask, add } = w

  test('are encrypted anew with a changed key, those that still sign beside new ones too', async () => {
    const { token } = w.owner
    const made = await add({ areas: ['polls'] })
    const params = { id: made.webhook._id }
    const rotated = await ask('webhooks.rotateSecret', { params, body: {} })
    const keys: Partial<Config> = { secretKey: second, previousSecretKey: first }
    const done = await runCommand({ ...w.app.config, ...keys }, ['secrets', 'rotate'])
    expect(done).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^2 secrets are /) })
    const again = await runCommand({ ...w.app.config, ...keys }, ['secrets', 'rotate'])
    expect(again.out).toMatch(/^0 secrets /)

    const alone = await w.app.another({ secretKey: second })
    const signed = await alone('webhooks.test', { token, params })
    expect(signed.body.data.status).toBe(200)
    const [message] = w.receiver.messages
    for (const { secret } of [made, rotated])
      new StandardWebhook(secret).verify(message?.body ?? '', message?.headers ?? {})
    // One that opens with neither key is named, and left as it is.
    const lost = await runCommand(
      {
        ...w.app.config,
        secretKey: `${first} once more`,
        previousSecretKey: `${second} once more`,
      },
      ['secrets', 'adopt'],
    )
    expect(lost.code).toBe(0)
    const neither = await runCommand(
      {
        ...w.app.config,
        secretKey: `${first} once more`,
        previousSecretKey: `${second} once more`,
      },
      ['secrets', 'rotate'],
    )
    expect(neither).toMatchObject({
      code: 3,
      out: expect.stringMatching(/2 secrets open with neither/),
    })
  })

  test('that are lost with their key are named at each try, until there is a new one', async () => {
    const other = await w.app.another({ secretKey: `${second} once more` })
    const { token } = w.owner
    const { webhook } = await add({ areas: ['polls'] })
    const params = { id: webhook._id }
    const tried = await other('webhooks.test', { token, params })
    expect(tried.body.data).toMatchObject({
      status: null,
      error: { message: expect.stringContaining('Make a new secret') },
    })
    const { secret } = (await other('webhooks.rotateSecret', { token, params, body: {} })).body.data
    expect((await other('webhooks.test', { token, params })).body.data.status).toBe(200)
    const message = w.receiver.messages.at(-1)
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
