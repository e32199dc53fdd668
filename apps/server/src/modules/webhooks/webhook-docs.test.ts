import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { oneEngine } from '../../testing/database.ts'
import { blocksOf } from '../../testing/doc-blocks.ts'
import { create } from '../../testing/factories.ts'
import { freePort } from '../../testing/process.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { webhookReceiver } from '../../testing/webhook-receiver.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const blocks = blocksOf(await readFile(`${root}docs/integrations/webhooks.md`, 'utf8'))
const receiverCode = blocks.take('A receiver', 'js')
const documented = JSON.parse(blocks.take('What an event tells', 'json'))

/** The names within an event, down to those of its records. */
const namesOf = ({ data, ...event }: { data: object }) =>
  [...Object.keys(event), ...Object.keys(data)].sort()

describe.each(oneEngine)('docs/integrations/webhooks.md on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine, { privateNetworks: readNetworks('127.0.0.0/8') ?? [] })
    ;({ token } = await app.signIn('owner'))
  })
  afterAll(() => app.dispose())

  const add = async (url: string) =>
    (await app.call('webhooks.create', { token, body: { name: 'Docs', url, areas: ['bills'] } }))
      .body.data

  test('has a receiver that takes events', async () => {
    const port = await freePort()
    const { webhook, secret } = await add(`http://127.0.0.1:${port}/`)
    const code = receiverCode.replace('8080', `${port}, () => console.log('ready')`)
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: root,
      env: { WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let said = ''
      child.stdout.on('data', (text) => {
        said += text
      })
      await expect.poll(() => said, { timeout: 20_000 }).toContain('ready')
      const params = { id: webhook._id }
      const { body } = await app.call('webhooks.test', { token, params })
      expect(body.data).toMatchObject({ status: 204, error: null })
      await expect.poll(() => said).toContain('webhook.test')
      await create(app.db, 'bills', { number: 'DOCS-1' })
      await expect.poll(() => said).toContain('bills.create DOCS-1')
      const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
      expect(forged.status).toBe(400)
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('shows all that an event has', async () => {
    const receiver = await webhookReceiver()
    await add(receiver.url)
    const [id = ''] = await create(app.db, 'bills', { status: 'due' })
    await app.call('bills.update', { token, params: { id }, body: { data: { status: 'paid' } } })
    await expect
      .poll(() => receiver.messages.map(({ event }) => event.type))
      .toContain('bills.status')
    const [message] = receiver.messages.filter(({ event }) => event.type === 'bills.status')
    expect(namesOf(documented)).toEqual(namesOf(message?.event))
    expect(Object.keys(documented.data.after)).toEqual(Object.keys(message?.event.data.after))
    receiver.close()
  })
})
