// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import type { Webhook, WebhookDelivery } from '@steward/contract/webhooks/webhooks'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import page from '../../../../../../docs/integrations/webhooks.md?raw'
import { prepareApp, showApp } from '../../../testing/app.tsx'
import { callsOf, refusal, serve } from '../../../testing/server.ts'

prepareApp()

const webhook = (change: Partial<Webhook> = {}): Webhook => ({
  _id: 'w1',
  createdAt: '2026-03-01T08:00:00Z',
  updatedAt: '2026-03-01T08:00:00Z',
  name: 'Accounting',
  url: 'https://example.com/hook',
  areas: ['bills'],
  actions: ['update', 'delete'],
  filter: null,
  owner: { _id: 'u1', name: 'Ada' },
  state: 'on',
  offReason: null,
  offAt: null,
  failures: 0,
  failingSince: null,
  lastSentAt: null,
  waiting: 0,
  isBehind: false,
  replay: null,
  overlapUntil: null,
  version: 3,
  ...change,
})
const delivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  _id: '7',
  createdAt: '2026-03-01T08:00:00Z',
  messageId: 'msg_1',
  type: 'bills.update',
  entry: '12',
  record: { _id: 'b1', title: 'B-1' },
  isReplay: false,
  status: 'sent',
  tries: 1,
  attempts: [{ at: '2026-03-01T08:00:00Z', ms: 31, status: 204, error: null }],
  nextAt: null,
  endedAt: '2026-03-01T08:00:00Z',
  answer: 'thanks',
  ...change,
})
const serveWebhooks = (...webhooks: Webhook[]) =>
  serve({ 'webhooks.list': () => ({ data: webhooks }) })
const secret = 'whsec_c2VjcmV0'
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('leads from nothing to a webhook, whose secret is shown once', async () => {
  serveWebhooks()
  serve({ 'webhooks.create': () => ({ data: { webhook: webhook(), secret } }) })
  const { user } = showApp('/integrations/webhooks')
  expect(await screen.findByText(/There are no webhooks yet/)).toBeDefined()
  await user.click(await button('New webhook'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(dialog.getByText('Enter a name')).toBeDefined()
  expect(dialog.getByText('Enter an address')).toBeDefined()
  await user.type(dialog.getByLabelText('Name'), 'Accounting')
  await user.type(dialog.getByLabelText('Address'), 'https://example.com/hook')
  await user.click(dialog.getByRole('checkbox', { name: 'Deleted' }))
  await user.type(dialog.getByLabelText('Only records of a list'), '/nowhere')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(dialog.getByText('This is not the address of a list that has a filter')).toBeDefined()
  await user.clear(dialog.getByLabelText('Only records of a list'))
  await user.type(dialog.getByLabelText('Only records of a list'), '/bills?status=due')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Secret of Accounting' }))
  expect(shown.getByLabelText<HTMLInputElement>('Secret').value).toBe(secret)
  expect(callsOf('webhooks.create')[0]?.body).toEqual({
    name: 'Accounting',
    url: 'https://example.com/hook',
    areas: [],
    actions: ['delete'],
    filter: { list: 'bills', query: { status: 'due' } },
  })
  await user.click(shown.getByRole('button', { name: 'I have stored it' }))
  await waitFor(() => expect(document.body.textContent).not.toContain(secret))
})

test('says what a receiver has to do, with the code of the documentation', async () => {
  serveWebhooks()
  showApp('/integrations/webhooks')
  const section = within(await screen.findByRole('region', { name: 'What a receiver does' }))
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('the library standardwebhooks'),
    expect.stringContaining('2xx within 15 seconds'),
    expect.stringContaining('webhook-id'),
    expect.stringContaining('in their order'),
    expect.stringContaining('for 3 days'),
  ])
  const code = section.getByLabelText<HTMLTextAreaElement>('A receiver in Node').value
  expect(page).toContain(`\n\`\`\`js\n${code}\n\`\`\`\n`)
})

test('says at the field why an address is refused', async () => {
  serveWebhooks(webhook())
  serve({
    'webhooks.update': () =>
      refusal(422, {
        message: 'Please check',
        code: 'invalid',
        errors: [{ msg: 'Leads to this machine or a private network', path: 'url' }],
      }),
  })
  const { user } = showApp('/integrations/webhooks')
  await user.click(await button('Edit Accounting'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Accounting' }))
  const address = dialog.getByLabelText<HTMLInputElement>('Address')
  await user.clear(address)
  await user.type(address, 'https://localhost/')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Leads to this machine or a private network')).toBeDefined()
  expect(address.getAttribute('aria-invalid')).toBe('true')
  expect(callsOf('webhooks.update')[0]?.body).toMatchObject({ version: 3, areas: ['bills'] })
})

test('shows how each is, and why one is off', async () => {
  serveWebhooks(
    webhook(),
    webhook({
      _id: 'w2',
      name: 'Till',
      failures: 3,
      failingSince: '2026-03-01T08:00:00Z',
      waiting: 12,
    }),
    webhook({
      _id: 'w3',
      name: 'Old',
      state: 'off',
      offReason: 'gone',
      offAt: '2026-03-01T08:00:00Z',
      isBehind: true,
    }),
    webhook({ _id: 'w4', name: 'Lost', state: 'off', offReason: 'owner', owner: null }),
  )
  showApp('/integrations/webhooks')
  const section = async (name: string) => within(await screen.findByRole('region', { name }))
  expect((await section('Accounting')).getByText('On')).toBeDefined()
  expect((await section('Accounting')).getByText('Bills: Changed, Deleted')).toBeDefined()
  const till = await section('Till')
  expect(till.getByText('Failing')).toBeDefined()
  expect(till.getByText(/The last 3 tries have failed/)).toBeDefined()
  expect(till.getByText(/12 events wait/)).toBeDefined()
  const old = await section('Old')
  expect(old.getByText('Off')).toBeDefined()
  expect(old.getByText(/410 Gone/)).toBeDefined()
  expect(old.getByText(/there is more to send/)).toBeDefined()
  expect((await section('Lost')).getByText(/Its owner may not set up integrations/)).toBeDefined()
})

test('tests one, and shows what came back', async () => {
  serveWebhooks(webhook())
  const attempt = {
    at: new Date().toISOString(),
    ms: 120,
    status: 503,
    error: null,
    answer: 'busy',
  }
  serve({ 'webhooks.test': () => ({ data: attempt }) })
  const { user } = showApp('/integrations/webhooks')
  await user.click(await button('Test Accounting'))
  expect(await screen.findByText(/Refused with 503/)).toBeDefined()
  expect(screen.getByText('busy')).toBeDefined()
  const error = { message: 'The machine refused the connection.' }
  serve({ 'webhooks.test': () => ({ data: { ...attempt, status: null, error, answer: '' } }) })
  await user.click(await button('Test Accounting'))
  expect(await screen.findByText(/The machine refused the connection/)).toBeDefined()
})

test('shows deliveries with their tries, page by page, and sends them again', async () => {
  serveWebhooks(webhook())
  serve({
    'webhooks.deliveries': ({ query }) => ({
      data: query['after']
        ? {
            deliveries: [delivery({ _id: '6', status: 'withheld', attempts: [], record: null })],
            next: null,
          }
        : { deliveries: [delivery()], next: '7' },
    }),
    'webhooks.replay': () => ({ message: 'The event is sent again.', data: null }),
  })
  const { user } = showApp('/integrations/webhooks')
  await user.click(await button('Deliveries of Accounting'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries of Accounting' }))
  expect(await dialog.findByText('msg_1')).toBeDefined()
  expect(dialog.getAllByText(/Taken with 204/).length).toBeGreaterThan(0)
  expect(dialog.getByText('thanks')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Show more' }))
  expect(await dialog.findByText(/its owner may not see this record/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Send bills.update B-1 again' }))
  expect(await screen.findByText('The event is sent again.')).toBeDefined()
  expect(callsOf('webhooks.replay')[0]?.body).toEqual({ delivery: '7' })
  await user.type(dialog.getByLabelText(/^From/), '2026-03-01T08:00')
  await user.type(dialog.getByLabelText(/^To/), '2026-03-02T08:00')
  await user.click(dialog.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(callsOf('webhooks.replay')).toHaveLength(2))
  expect(callsOf('webhooks.replay')[1]?.body).toEqual({
    from: new Date('2026-03-01T08:00').toISOString(),
    to: new Date('2026-03-02T08:00').toISOString(),
  })
})

test('makes a new secret beside the one before', async () => {
  serveWebhooks(webhook())
  serve({ 'webhooks.rotateSecret': () => ({ data: { webhook: webhook(), secret } }) })
  const { user } = showApp('/integrations/webhooks')
  await user.click(await button('New secret for Accounting'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New secret for Accounting' }))
  await user.selectOptions(dialog.getByLabelText('The secret before signs, too'), '1')
  await user.click(dialog.getByRole('button', { name: 'Make a new secret' }))
  expect(await screen.findByDisplayValue(secret)).toBeDefined()
  expect(callsOf('webhooks.rotateSecret')[0]?.body).toEqual({ overlapHours: 1 })
})

test('asks to confirm before a new secret, where the sign-in was long ago', async () => {
  serveWebhooks(webhook())
  let isProved = false
  serve({
    'webhooks.rotateSecret': () =>
      isProved
        ? { data: { webhook: webhook(), secret } }
        : refusal(403, { message: 'Please confirm', code: 'step_up_required' }),
    'secondFactor.own': () => refusal(404, {}),
    'openid.own': () => refusal(404, {}),
    'profile.stepUp': () => {
      isProved = true
      return { data: { until: '2026-03-01T08:10:00Z' } }
    },
  })
  const { user } = showApp('/integrations/webhooks')
  await user.click(await button('New secret for Accounting'))
  await user.click(await button('Make a new secret'))
  const confirm = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  await user.type(confirm.getByLabelText('Your password'), 'correct-horse-9-battery')
  await user.click(confirm.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByDisplayValue(secret)).toBeDefined()
  expect(callsOf('webhooks.rotateSecret')).toHaveLength(2)
})

test('switches on with or without what was missed, off, and deletes with a way back', async () => {
  serveWebhooks(
    webhook({ state: 'off', offReason: 'failing' }),
    webhook({ _id: 'w2', name: 'Till' }),
  )
  serve({
    'webhooks.update': () => ({ message: 'Saved', data: webhook() }),
    'webhooks.delete': () => ({ data: webhook() }),
    'webhooks.restore': () => ({ data: webhook() }),
  })
  const { user } = showApp('/integrations/webhooks')
  await user.click(await button('Switch Accounting on'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch Accounting on' }))
  await user.click(dialog.getByRole('radio', { name: /Leave it out/ }))
  await user.click(dialog.getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(callsOf('webhooks.update')).toHaveLength(1))
  expect(callsOf('webhooks.update')[0]?.body).toEqual({ state: 'on', skip: true })
  await user.click(await button('Switch Till off'))
  await waitFor(() => expect(callsOf('webhooks.update')[1]?.body).toEqual({ state: 'off' }))
  await user.click(await button('Delete Till'))
  await user.click(await button('Undo'))
  await waitFor(() => expect(callsOf('webhooks.restore')[0]?.params).toEqual({ id: 'w2' }))
})

test('is only read by those who may not change it, and tried again after a failure', async () => {
  serve({
    'permissions.own': () => ({
      data: permissionModules(
        ({ submodule, action }) => submodule === 'Integrations' && action === 'list',
      ),
    }),
    'webhooks.list': () => refusal(500, { message: 'Not now.' }),
  })
  const { user } = showApp('/integrations/webhooks')
  await screen.findByText('Not now.')
  serveWebhooks(webhook())
  await user.click(await button('Retry'))
  expect(await button('Deliveries of Accounting')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'New webhook' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Test Accounting' })).toBeNull()
})
