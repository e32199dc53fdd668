import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { createRole } from '../apps/server/src/testing/factories.ts'
import { granting } from '../apps/server/src/testing/grants.ts'
import {
  type OpenidProvider,
  startOpenidProvider,
} from '../apps/server/src/testing/openid-provider.ts'
import { wholeBody } from '../apps/server/src/testing/whole-body.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { like, t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, startServer, test, withData } from './lib/steward.ts'

test.setTimeout(240_000)

let provider: OpenidProvider
let server: Server
test.beforeAll(async () => {
  provider = await startOpenidProvider()
  server = await startServer({ OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' })
  provider.people['ann'] = {
    name: 'Ann Campus',
    email: 'ann@campus.example.com',
    email_verified: true,
    groups: ['approvers'],
  }
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

interface Told {
  id: string
  type: string
  data: { record: { _id: string }; actor: { name: string }; via: { proposal?: { by: object } } }
}

/** Receives webhooks, and holds each against the secret as its receiver would. */
async function startReceiver() {
  const told: Told[] = []
  const secret = { value: '' }
  const receiver = createServer(async (request, response) => {
    try {
      const body = (await wholeBody(request)) ?? ''
      const headers = request.headers as Record<string, string>
      const event = new Webhook(secret.value).verify(body, headers) as Omit<Told, 'id'>
      told.push({ ...event, id: headers['webhook-id'] ?? '' })
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, told, secret, close: () => receiver.close() }
}

/** Calls a tool as an agent with a key does. */
async function callTool(key: string, name: string, args: Record<string, unknown>) {
  const client = new Client(
    { name: 'browser tests', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }),
  )
  const { isError = false, structuredContent } = await client.callTool({ name, arguments: args })
  await client.close()
  expect(isError, `${name}: ${JSON.stringify(structuredContent)}`).toBe(false)
  return structuredContent as { records: { _id: string; title: string }[] }
}

/** Reads a secret that is shown once. */
async function takeSecret(page: Page, label: string): Promise<string> {
  const secret = await dialog(page).getByLabel(label, { exact: true }).inputValue()
  await button(page, t('I have stored it')).click()
  await expect(dialog(page)).toBeHidden()
  return secret
}

async function setUpProvider(page: Page, role: string): Promise<void> {
  await openAs(page, server, '/integrations/sign-in')
  await button(page, t('Add identity provider')).click()
  const address = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue()
  await provider.configure({
    client_id: 'steward',
    client_secret: 'a secret of the client',
    redirect_uris: [await address(t('Redirect URI'))],
    post_logout_redirect_uris: [await address(t('Post-logout redirect URI'))],
    backchannel_logout_uri: await address(t('Back-channel logout URI')),
  })
  await page.locator('input[name=name]').fill('Campus')
  await page.locator('input[name=issuer]').fill(provider.issuer)
  await page.locator('input[name=clientId]').fill('steward')
  await page.locator('input[name=clientSecret]').fill('a secret of the client')
  await button(page, t('Add group')).click()
  await page.locator('input[name=group]').fill('approvers')
  await page.locator('select[name=role]').selectOption({ label: role })
  await button(page, t('Add rule')).click()
  await page.locator('input[name=value]').fill('approvers')
  await page.locator('select[name=status]').selectOption('active')
  await page.locator('input[name=scopes]').fill('openid profile email groups')
  await button(page, t('Save')).click()
  await expect(page.locator('input[name=issuer]')).toBeHidden()
}

async function makeKey(page: Page, role: string): Promise<string> {
  await page.goto(`${server.url}/integrations/keys`)
  await button(page, t('New service account')).click()
  await dialog(page).getByLabel(t('Name'), { exact: true }).fill('Assistant')
  await dialog(page).getByLabel(t('Role'), { exact: true }).selectOption({ label: role })
  await button(page, t('Create')).click()
  const next = page.getByRole('dialog', { name: t('New key of {name}', { name: 'Assistant' }) })
  await next.getByLabel(t('Name'), { exact: true }).fill('Desktop')
  await button(page, t('Create key')).click()
  return await takeSecret(page, t('Key'))
}

async function makeWebhook(page: Page, url: string): Promise<string> {
  await page.goto(`${server.url}/integrations/webhooks`)
  await button(page, t('New webhook')).first().click()
  await dialog(page).getByLabel(t('Name'), { exact: true }).fill('Accounting')
  await dialog(page).getByLabel(t('Address'), { exact: true }).fill(url)
  await dialog(page).getByLabel(t('Bills'), { exact: true }).check()
  await button(page, t('Create')).click()
  return await takeSecret(page, t('Secret'))
}

async function setBounds(page: Page): Promise<void> {
  await page.goto(`${server.url}/integrations/agents`)
  await button(page, t('Set bounds')).click()
  await dialog(page).getByLabel(t('Account'), { exact: true }).selectOption('Assistant')
  for (const name of [t('Bills'), t('Edit')])
    await dialog(page).getByLabel(name, { exact: true }).check()
  await button(page, t('Save')).click()
  await expect(dialog(page)).toBeHidden()
}

test('from provider, group and role over key and webhook to an agent’s proposal, its approval and undo', async ({
  page,
  browser,
}) => {
  const receiver = await startReceiver()
  await withData(server, async (db) => {
    const bills = ['Operations · Bills · list', 'Operations · Bills · update'] as const
    await createRole(db, granting(...bills, 'System · Integrations · propose'), 'Agents')
    const approves = ['System · Integrations · list', 'System · Integrations · approve'] as const
    const log = ['System · Audit log · list', 'System · Audit log · undo'] as const
    await createRole(db, granting(...bills, ...approves, ...log), 'Approvers')
  })

  // An owner sets everything up, each on its page.
  await setUpProvider(page, 'Approvers')
  const key = await makeKey(page, 'Agents')
  receiver.secret.value = await makeWebhook(page, receiver.url)
  await setBounds(page)

  // The agent reads, and proposes.
  const [bill] = (await callTool(key, 'list_bills', { limit: 1 })).records
  if (!bill) throw new Error('there is no bill')
  await callTool(key, 'propose_bills_update', {
    records: [{ id: bill._id, title: 'Rent, corrected' }],
    reason: 'The title has a typing error',
  })
  const token = await tokenOf(server, server.owner)
  const read = (name: 'bills.details' | 'auditLog.list', options: object) =>
    callServer(server, name, { token, ...options })
  const title = async () =>
    ((await read('bills.details', { params: { id: bill._id } })) as { title: string }).title
  expect(await title()).toBe(bill.title)

  // Somebody whose group at the provider gives them the role signs in there, and approves.
  const ann = await (await browser.newContext()).newPage()
  await ann.goto(`${server.url}/integrations/agents`)
  await button(ann, t('Continue with {provider}', { provider: 'Campus' })).click()
  await ann.getByPlaceholder('Enter any login').fill('ann')
  await ann.getByPlaceholder('and password').fill('any')
  await ann.keyboard.press('Enter')
  await section(ann, t('Waiting for a decision'))
    .getByRole('button', { name: like('Review: {request}, by {name}') })
    .click()
  await expect(dialog(ann)).toContainText('The title has a typing error')
  await dialog(ann)
    .getByRole('button', { name: t('Approve', {}, 'a proposal') })
    .click()
  await expect(dialog(ann)).toBeHidden()
  await expect.poll(title).toBe('Rent, corrected')

  // The audit log and the webhook name both who proposed and who approved.
  const query = { record: bill._id, sort: '-at', limit: 1 }
  const { entries } = (await read('auditLog.list', { query })) as { entries: object[] }
  expect(entries).toMatchObject([
    { actor: { name: 'Ann Campus' }, via: { proposal: { by: { name: 'Assistant' } } } },
  ])
  const toldOf = (type: string) => receiver.told.find((event) => event.type === type)
  await expect
    .poll(() => toldOf('bills.update'))
    .toMatchObject({
      data: {
        record: { _id: bill._id },
        actor: { name: 'Ann Campus' },
        via: { proposal: { by: { name: 'Assistant' } } },
      },
    })

  await section(ann, t('Decided proposals'))
    .getByRole('button', { name: like('Show: {request}, by {name}') })
    .click()
  await dialog(ann)
    .getByRole('button', { name: t('Undo'), exact: true })
    .click()
  await expect(dialog(ann)).toHaveCount(2)
  await dialog(ann)
    .last()
    .getByRole('button', { name: t('Undo') })
    .click()
  await expect.poll(title).toBe(bill.title)
  await expect
    .poll(() => toldOf('bills.undo'))
    .toMatchObject({
      data: { record: { _id: bill._id }, actor: { name: 'Ann Campus' } },
    })
  receiver.close()
  await ann.context().close()
})
