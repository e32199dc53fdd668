// @vitest-environment jsdom

import { permissionModules } from '@steward/contract/permissions/permissions'
import type {
  ServiceAccount,
  ServiceKey,
} from '@steward/contract/service-accounts/service-accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../../../testing/app.tsx'
import { callsOf, refusal, serve } from '../../../testing/server.ts'

prepareApp()

const key = (change: Partial<ServiceKey> = {}): ServiceKey => ({
  _id: 'k1',
  createdAt: '2026-03-01T08:00:00Z',
  createdBy: { _id: 'u1', name: 'Ada' },
  name: 'Server in Bonn',
  prefix: 'stw_aB3dE6',
  status: 'active',
  networks: [],
  maxPerMinute: 600,
  expiresAt: '2999-01-01T00:00:00Z',
  revokedAt: null,
  replaces: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  refusedAt: null,
  refusedFrom: null,
  ...change,
})
const account = (keys: ServiceKey[]): ServiceAccount => ({
  _id: 'a1',
  createdAt: '2026-03-01T08:00:00Z',
  updatedAt: '2026-03-01T08:00:00Z',
  name: 'Nightly export',
  about: null,
  status: 'active',
  role: { _id: 'r1', name: 'Exporter' },
  lastActiveAt: null,
  keys,
  version: 1,
})
const secret = 'stw_aB3dE6secretsecretsecretsecretchecks'
const serveAccounts = (accounts: ServiceAccount[]) =>
  serve({
    'serviceAccounts.list': () => ({
      data: { accounts, roles: [{ _id: 'r1', name: 'Exporter' }] },
    }),
  })
const made = { data: { account: account([key()]), key: key(), secret } }
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('leads from nothing to a key, which is shown once', async () => {
  serveAccounts([])
  serve({
    'serviceAccounts.create': () => ({ data: account([]) }),
    'serviceAccounts.createKey': () => made,
  })
  const { user } = showApp('/integrations/keys')
  await user.click(await button('New service account'))
  const dialog = await screen.findByRole('dialog', { name: 'New service account' })
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(within(dialog).getByText('Enter a name')).toBeDefined()
  await user.type(within(dialog).getByLabelText('Name'), 'Nightly export')
  await user.selectOptions(within(dialog).getByLabelText('Role'), 'Exporter')
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  const next = await screen.findByRole('dialog', { name: 'New key of Nightly export' })
  expect(callsOf('serviceAccounts.create')[0]?.body).toEqual({
    name: 'Nightly export',
    about: '',
    role: 'r1',
  })
  await user.type(within(next).getByLabelText('Name'), 'Server in Bonn')
  await user.type(within(next).getByLabelText('Networks'), '203.0.113.0/24{Enter}10.0.0.1')
  serveAccounts([account([key()])])
  await user.click(within(next).getByRole('button', { name: 'Create key' }))
  const shown = await screen.findByRole('dialog', { name: 'Key of Nightly export' })
  expect(callsOf('serviceAccounts.createKey')[0]?.body).toEqual({
    name: 'Server in Bonn',
    days: 90,
    networks: ['203.0.113.0/24', '10.0.0.1'],
    maxPerMinute: 600,
  })
  expect(within(shown).getByLabelText<HTMLInputElement>('Key').value).toBe(secret)
  // Escape doesn't lose it.
  await user.keyboard('{Escape}')
  await user.click(within(shown).getByRole('button', { name: 'I have stored it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.textContent).not.toContain(secret)
  const opener = await button('New service account')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('says how a key is set up, and how a warehouse is fed by it', async () => {
  serveAccounts([])
  showApp('/integrations/keys')
  await screen.findByText('There are no service accounts yet.')
  const steps = (await screen.findByText(/Make a role of its own/)).closest('ol') as HTMLElement
  expect(within(steps).getAllByRole('listitem')).toHaveLength(3)
  const roles = within(steps).getByRole('link', { name: 'Roles' })
  expect(roles.getAttribute('href')).toMatch(/\/roles$/)
  const feed = screen.getByRole('region', { name: 'Feed a warehouse' })
  expect(feed.textContent).toContain('System · Audit log · see the list')
  const command = within(feed).getByRole<HTMLTextAreaElement>('textbox')
  expect(command.value).toContain('/api/admin/changes?limit=1000&')
})

test('a new account can be chosen on the other parts at once', async () => {
  serveAccounts([])
  const bounds = (accounts: object[]) =>
    serve({
      'agentBounds.list': () => ({ data: { bounds: [], accounts, url: '', issuer: null } }),
      'proposals.list': () => ({ data: { proposals: [], pagination: { totalPages: 0 } } }),
    })
  bounds([])
  serve({ 'serviceAccounts.create': () => ({ data: account([]) }) })
  const { user } = showApp('/integrations/agents')
  await screen.findByText('No account has bounds yet.')
  await screen.findByText(/First create a service account/)
  await user.click(screen.getAllByRole('link', { name: 'Keys' })[0] as HTMLElement)
  await user.click(await button('New service account'))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Name'), 'Assistant')
  await user.selectOptions(within(dialog).getByLabelText('Role'), 'Exporter')
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  await user.click(await button('Cancel'))
  bounds([{ _id: 'a1', name: 'Assistant', service: true, mayPropose: true, keys: [] }])
  await user.click(screen.getByRole('link', { name: 'Agents' }))
  await waitFor(async () => expect((await button('Set bounds')).disabled).toBe(false))
})

test('a refusal stands at its field, and nothing that was typed is lost', async () => {
  serveAccounts([account([])])
  serve({
    'serviceAccounts.createKey': () =>
      refusal(422, {
        message: 'Please check',
        code: 'invalid',
        errors: [{ msg: 'Must be an address or a network', path: 'networks.0' }],
      }),
  })
  const { user } = showApp('/integrations/keys')
  await user.click(await button('New key of Nightly export'))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Name'), 'Bonn')
  await user.type(within(dialog).getByLabelText('Networks'), 'nowhere')
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }))
  expect(await within(dialog).findByText('Must be an address or a network')).toBeDefined()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Bonn')
})

test('says of each key where it is used from, and rotates or revokes those that work', async () => {
  serveAccounts([
    account([
      key({
        networks: ['10.0.0.0/8'],
        refusedAt: '2026-03-02T00:00:00Z',
        refusedFrom: '192.0.2.9',
      }),
      key({ _id: 'k2', name: 'Old', status: 'revoked', revokedAt: '2026-03-02T00:00:00Z' }),
    ]),
  ])
  serve({
    'serviceAccounts.rotateKey': () => made,
    'serviceAccounts.revokeKey': () => ({ data: account([]) }),
  })
  const { user } = showApp('/integrations/keys')
  expect(await screen.findByText(/Only from 10.0.0.0\/8 · 600 calls a minute/)).toBeDefined()
  expect(screen.getByText(/192.0.2.9/).closest('span')?.textContent).toContain('Refused')
  expect(screen.queryByRole('button', { name: 'Rotate Old' })).toBeNull()
  await user.click(await button('Rotate Server in Bonn'))
  await user.selectOptions(await screen.findByLabelText('The old key works'), '0')
  await user.click(await button('Rotate'))
  await user.click(await button('I have stored it'))
  expect(callsOf('serviceAccounts.rotateKey')[0]).toMatchObject({
    params: { id: 'k1' },
    body: { days: 90, overlapHours: 0 },
  })
  await user.click(await button('Revoke Server in Bonn'))
  await user.click(await button('Revoke'))
  expect(await screen.findByText('Key revoked')).toBeDefined()
})

test('who may only look has nothing to change, and a failure can be tried again', async () => {
  serve({
    'permissions.own': () => ({
      data: permissionModules(({ action }) => action === 'list'),
    }),
    'serviceAccounts.list': () => refusal(500, { message: 'Not now.' }),
  })
  const { user } = showApp('/integrations/keys')
  await screen.findByText('Not now.')
  serveAccounts([account([key()])])
  await user.click(await button('Retry'))
  await screen.findByText('Server in Bonn')
  expect(screen.queryByRole('button', { name: /New|Rotate|Revoke/ })).toBeNull()
})

test('the overview leads to each part, and an unknown part is not found', async () => {
  serveAccounts([])
  const { user, address } = showApp('/integrations')
  await user.click(await screen.findByRole('link', { name: /^Keys/ }))
  await waitFor(() => expect(address()).toBe('/integrations/keys'))
  await screen.findByText('The first call')
  showApp('/integrations/nothing')
  expect(await screen.findByText('Page not found')).toBeDefined()
})
