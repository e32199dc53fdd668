import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { blocksOf } from '../../testing/doc-blocks.ts'
import { freePort } from '../../testing/process.ts'
import { webhookTests } from './testing.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const blocks = blocksOf(await readFile(`${root}docs/integrations/webhooks.md`, 'utf8'))
const receiverCode = blocks.take('A receiver', 'js')
const documented = JSON.parse(blocks.take('What an event tells', 'json'))

/** The names within an event, down to those of its records. */
const namesOf = ({ data, ...event }: { data: object }) =>
  [...Object.keys(event), ...Object.keys(data)].sort()

describe.each(oneEngine)('docs/integrations/webhooks.md on %s', (engine) => {
  const w = webhookTests(engine)
  const { ask, add, deliveries, bill, editBill, types } = w

  test('has a receiver that takes events', async () => {
    const port = await freePort()
    const { webhook, secret } = await add({ url: `http://127.0.0.1:${port}/`, areas: ['bills'] })
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
      const tested = await ask('webhooks.test', { params: { id: webhook._id } })
      expect(tested).toMatchObject({ status: 204, error: null })
      await expect.poll(() => said).toContain('webhook.test')
      await bill({ number: 'DOCS-1' })
      await expect.poll(() => said).toContain('bills.create DOCS-1')
      // One that comes again is taken and passed over.
      const sent = async () =>
        (await deliveries(webhook._id)).map(({ status }: { status: string }) => status)
      await expect.poll(sent).toEqual(['sent'])
      const [{ _id: delivery }] = await deliveries(webhook._id)
      await ask('webhooks.replay', { params: { id: webhook._id }, body: { delivery } })
      await expect.poll(sent).toEqual(['sent', 'sent'])
      await bill({ number: 'DOCS-2' })
      await expect.poll(() => said).toContain('bills.create DOCS-2')
      expect(said.split('bills.create DOCS-1')).toHaveLength(2)
      const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
      expect(forged.status).toBe(400)
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('shows all that an event has', async () => {
    await add({ areas: ['bills'] })
    await editBill(await bill({ status: 'due' }), { status: 'paid' })
    await expect.poll(types).toContain('bills.status')
    const [message] = w.receiver.messages.filter(({ event }) => event.type === 'bills.status')
    expect(namesOf(documented)).toEqual(namesOf(message?.event))
    expect(Object.keys(documented.data.after)).toEqual(Object.keys(message?.event.data.after))
  })
})
