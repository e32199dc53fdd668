// @vitest-environment jsdom

import { permissionModules } from '@steward/contract/permissions/permissions'
import type { ProvisionedBy } from '@steward/contract/provisioning/provisioning'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../../../testing/app.tsx'
import { callsOf, refusal, serve } from '../../../testing/server.ts'

prepareApp()

const provider = (change: Partial<ProvisionedBy> = {}): ProvisionedBy => ({
  _id: 'p1',
  name: 'Entra',
  enabled: true,
  version: 3,
  account: { _id: 'a1', name: 'Directory' },
  mayProvision: true,
  keys: 1,
  people: { active: 12, pending: 2, inactive: 1 },
  groups: [],
  groupCount: 0,
  lastRequestAt: '2026-03-01T08:00:00Z',
  lastError: null,
  ...change,
})
const accounts = [
  { _id: 'a1', name: 'Directory' },
  { _id: 'a2', name: 'Other' },
]
const serveProviders = (providers: ProvisionedBy[], of = accounts) =>
  serve({
    'provisioning.read': () => ({
      data: { baseUrl: 'https://steward.example/scim/v2', providers, accounts: of },
    }),
  })
const paragraph = async (text: RegExp) => (await screen.findByText(text)).closest('p, div')

test('says what a provider is given, and how it is set up', async () => {
  serveProviders([], [])
  showApp('/integrations/provisioning')
  const address = await screen.findByLabelText<HTMLInputElement>(/^SCIM address/)
  expect(address.value).toBe('https://steward.example/scim/v2')
  expect(screen.getByRole('button', { name: /^Copy: SCIM address/ })).toBeDefined()
  expect((await paragraph(/There is no identity provider yet/))?.textContent).toContain('Sign-in')
  const steps = screen.getByText(/Make a role of its own/)
  expect(steps.textContent).toContain('System · Integrations · provision ')
  expect(within(steps).getByRole('link', { name: 'Roles' })).toBeDefined()
  expect(screen.getByText('Tenant URL').closest('details')?.open).toBe(false)
  const links = screen.getAllByRole('link', { name: 'Keys' })
  expect(links.some((link) => link.getAttribute('href')?.endsWith('/integrations/keys'))).toBe(true)
})

test('shows groups with their members and roles, and which give none', async () => {
  serveProviders([
    provider({
      groups: [
        {
          _id: 'g1',
          name: 'Editors',
          externalId: 'G-1',
          members: 3,
          role: { _id: 'r1', name: 'Editor', status: 'active' },
        },
        { _id: 'g2', name: 'Everybody', externalId: null, members: 1, role: null },
        {
          _id: 'g3',
          name: 'Former',
          externalId: null,
          members: 0,
          role: { _id: 'r2', name: 'Old', status: 'deleted' },
        },
      ],
      groupCount: 5,
    }),
  ])
  showApp('/integrations/provisioning')
  const groups = await screen.findByRole('list', { name: 'Groups of Entra' })
  const items = within(groups).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('3 people · Role: Editor'),
    expect.stringContaining('1 person · No role'),
    expect.stringMatching(/Nobody · Role: Old.*Deleted/),
  ])
  expect((await paragraph(/1 group gives no role/))?.textContent).toContain('Sign-in')
  expect(screen.getByText('2 more groups are not shown.')).toBeDefined()
  expect(screen.getByText('12 people are active, 2 wait for a role, 1 is inactive.')).toBeDefined()
})

test('chooses the service account, or none', async () => {
  serveProviders([provider()])
  serve({ 'identityProviders.update': () => ({ data: {} }) })
  const { user } = showApp('/integrations/provisioning')
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save: Entra' })
  expect(save.disabled).toBe(true)
  const choice = screen.getByLabelText('Service account that provisions for Entra')
  await user.selectOptions(choice, 'Other')
  serveProviders([provider({ account: { _id: 'a2', name: 'Other' }, version: 4 })])
  await user.click(save)
  expect(await screen.findByText('Entra saved')).toBeDefined()
  expect(callsOf('identityProviders.update')[0]).toMatchObject({
    params: { id: 'p1' },
    body: { provisioner: 'a2', version: 3 },
  })
  await user.selectOptions(
    await screen.findByLabelText('Service account that provisions for Entra'),
    'None',
  )
  await user.click(screen.getByRole('button', { name: 'Save: Entra' }))
  await screen.findAllByText('Entra saved')
  expect(callsOf('identityProviders.update')[1]?.body).toEqual({ provisioner: null, version: 4 })
})

test('says why nothing is provisioned, and what was last refused', async () => {
  serveProviders([
    provider({
      enabled: false,
      mayProvision: false,
      keys: 0,
      people: { active: 0, pending: 0, inactive: 0 },
      lastRequestAt: null,
      lastError: {
        at: '2026-03-01T08:00:00Z',
        call: 'PATCH /Groups/g1',
        message: 'The group “gone” is mapped to the role “Gone”, which has been deleted.',
        template: 'The group “{group}” is mapped to the role “{role}”, which has been deleted.',
        params: { group: 'gone', role: 'Gone' },
      },
    }),
  ])
  showApp('/integrations/provisioning')
  expect(await screen.findByText(/It is turned off, so it provisions nobody/)).toBeDefined()
  expect(screen.getByText(/Directory.* is not active, or its role lacks/)).toBeDefined()
  expect(screen.getByText(/has no key that works/)).toBeDefined()
  expect(screen.getByText('No people have arrived yet.')).toBeDefined()
  expect(screen.getByText('It hasn’t sent anything yet.')).toBeDefined()
  expect(screen.getByText('PATCH /Groups/g1')).toBeDefined()
  expect(screen.getByText(/“gone” is mapped to the role “Gone”|“.*gone.*” is mapped/)).toBeDefined()
})

test('a refusal stays beside the choice', async () => {
  serveProviders([provider()])
  serve({
    'identityProviders.update': () =>
      refusal(409, {
        message: 'This service account provisions for another identity provider already.',
        code: 'taken',
      }),
  })
  const { user } = showApp('/integrations/provisioning')
  const choice = await screen.findByLabelText<HTMLSelectElement>(
    'Service account that provisions for Entra',
  )
  await user.selectOptions(choice, 'Other')
  await user.click(screen.getByRole('button', { name: 'Save: Entra' }))
  expect(await screen.findByText(/provisions for another identity provider/)).toBeDefined()
  expect(choice.value).toBe('a2')
})

test('who may only look has nothing to change, and a failure can be tried again', async () => {
  serve({
    'permissions.own': () => ({ data: permissionModules(({ action }) => action === 'list') }),
    'provisioning.read': () => refusal(500, { message: 'Something went wrong', code: 'internal' }),
  })
  const { user } = showApp('/integrations/provisioning')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  serveProviders([provider({ account: null })])
  await user.click(retry)
  expect(await screen.findByText('No service account provisions for it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
})
