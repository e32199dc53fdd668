// @vitest-environment jsdom

import { permissionModules } from '@steward/contract/permissions/permissions'
import type { AgentBounds, Proposal, ProposedRecord } from '@steward/contract/proposals/proposals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteOwnServer } from '../../../api/missing-calls.ts'
import { prepareApp, showApp } from '../../../testing/app.tsx'
import { callsOf, refusal, serve } from '../../../testing/server.ts'

prepareApp()

const proposal = (change: Partial<Proposal> = {}): Proposal => ({
  _id: 'p1',
  createdAt: '2026-03-01T08:00:00Z',
  updatedAt: '2026-03-01T08:00:00Z',
  area: 'bills',
  action: 'update',
  patch: null,
  reason: 'The titles are misspelt',
  status: 'waiting',
  by: { _id: 'a1', name: 'Assistant' },
  key: { _id: 'k1', name: 'Desktop' },
  count: 2,
  people: 1,
  irreversible: { mails: 0, sessions: 0 },
  expiresAt: '2999-01-01T00:00:00Z',
  decidedBy: null,
  decidedAt: null,
  decision: null,
  job: null,
  obstacle: null,
  ...change,
})
const record = (change: Partial<ProposedRecord> = {}): ProposedRecord => ({
  _id: 'b1',
  title: 'B-1',
  before: { title: 'Rnet' },
  after: { title: 'Rent' },
  changedSince: false,
  ...change,
})
const bounds: AgentBounds = {
  _id: 'x1',
  createdAt: '2026-03-01T08:00:00Z',
  updatedAt: '2026-03-01T08:00:00Z',
  account: { _id: 'a1', name: 'Assistant' },
  key: null,
  areas: ['bills'],
  actions: ['update'],
  recordsPerHour: 100,
  version: 3,
}
const accounts = [
  { _id: 'a1', name: 'Assistant', service: true, mayPropose: true, keys: [] },
  {
    _id: 'a2',
    name: 'Other',
    service: true,
    mayPropose: false,
    keys: [{ _id: 'k2', name: 'Phone' }],
  },
]
const page = (proposals: Proposal[]) => ({
  data: {
    proposals,
    pagination: { page: 1, limit: 10, total: proposals.length, totalPages: 1 },
  },
})
const serveAgents = (
  { waiting = [], decided = [] }: { waiting?: Proposal[]; decided?: Proposal[] } = {},
  records: ProposedRecord[] = [record()],
) =>
  serve({
    'agentBounds.list': () => ({
      data: { bounds: [bounds], accounts, url: 'https://staff.example.com/mcp', issuer: null },
    }),
    'proposals.list': ({ query }) =>
      page([query['status']].flat().includes('waiting') ? waiting : decided),
    'proposals.details': ({ params }) => {
      const found = [...waiting, ...decided].find(({ _id }) => _id === params['id'])
      return { data: { proposal: found ?? proposal(), records } }
    },
  })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

test('shows what waits with each record before and after, and approves it', async () => {
  serveAgents({ waiting: [proposal({ irreversible: { mails: 3, sessions: 1 } })] })
  serve({
    'proposals.approve': () => ({ data: proposal({ status: 'approved' }) }),
  })
  const { user } = showApp('/integrations/agents')
  await user.click(await button('Review: Edit 2 bills, by Assistant'))
  const dialog = await screen.findByRole('dialog', { name: 'Edit 2 bills' })
  await within(dialog).findByText('The titles are misspelt')
  expect(dialog.textContent).toContain('Assistant with the key Desktop')
  expect(dialog.textContent).toContain('2 bills, about 1 person')
  expect(dialog.textContent).toContain('up to 3 e-mails are sent, 1 person is signed out')
  expect(dialog.textContent).toContain('was Rnet, now Rent')
  serveAgents({ decided: [proposal({ status: 'approved' })] })
  const approve = within(dialog).getByRole('button', { name: 'Approve' })
  // A double press is one.
  act(() => {
    approve.click()
    approve.click()
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('proposals.approve')).toMatchObject([
    { params: { id: 'p1' }, body: { reason: '' } },
  ])
  await button('Show: Edit 2 bills, by Assistant')
  await screen.findByText('No proposal waits.')
})

test('rejects with a reason only, and says who decided meanwhile', async () => {
  serveAgents({ waiting: [proposal()] })
  serve({
    'proposals.reject': () =>
      refusal(409, { message: 'Ada has already approved this proposal.', code: 'conflict' }),
  })
  const { user } = showApp('/integrations/agents')
  await user.click(await button(/^Review/))
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Reject' }))
  await within(dialog).findByText('Say why you reject it')
  const reason = within(dialog).getByLabelText('Your reason')
  await waitFor(() => expect(document.activeElement).toBe(reason))
  expect(callsOf('proposals.reject')).toEqual([])
  await user.type(within(dialog).getByLabelText('Your reason'), 'Not yet')
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
  await within(dialog).findByText('Ada has already approved this proposal.')
  expect(callsOf('proposals.reject')[0]?.body).toEqual({ reason: 'Not yet' })
})

test.each([
  ['own', 'You proposed this yourself, so somebody else has to decide.'],
  ['permissions', 'To decide this, you need every permission of the change itself.'],
] as const)('offers no decision where the obstacle is %s', async (obstacle, words) => {
  serveAgents({ waiting: [proposal({ obstacle })] })
  const { user } = showApp('/integrations/agents')
  await user.click(await button(/^Show/))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(words)
  expect(within(dialog).queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('says which records have changed since, and approves nothing where all have', async () => {
  serveAgents({ waiting: [proposal()] }, [record({ changedSince: true })])
  const { user } = showApp('/integrations/agents')
  await user.click(await button(/^Review/))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/has changed since, and would be left as it is/)
  const approve = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Approve' })
  expect(approve.disabled).toBe(true)
})

test('shows of a decided one who decided, its job, and the way to undo it', async () => {
  const job = { _id: 'j1', status: 'done', total: 2, changed: 1, unchanged: 0, failed: 1 } as const
  const decidedBy = { _id: 'u1', name: 'Ada' }
  const decidedAt = '2026-03-02T08:00:00Z'
  serveAgents({
    decided: [proposal({ status: 'approved', job, decidedBy, decidedAt, decision: 'Fine' })],
  })
  const { user } = showApp('/integrations/agents')
  await user.click(await button(/^Show/))
  const dialog = await screen.findByRole('dialog')
  act(noteOwnServer)
  await within(dialog).findByText('1 of 2 changed, 1 left as they were')
  expect(dialog.textContent).toContain('Fine')
  await within(dialog).findByRole('button', { name: 'Undo' })
})

test('sets the bounds of an account, and asks for what is missing', async () => {
  serveAgents()
  serve({ 'agentBounds.save': () => ({ data: bounds }) })
  const { user } = showApp('/integrations/agents')
  await user.click(await button('Set bounds'))
  const dialog = await screen.findByRole('dialog', { name: 'Set bounds' })
  await user.selectOptions(within(dialog).getByLabelText('Account'), 'Other')
  await within(dialog).findByText(/can’t propose anything yet/)
  await user.selectOptions(within(dialog).getByLabelText('Key'), 'Phone')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getAllByText('Choose at least one')).toHaveLength(2)
  await user.click(within(dialog).getByLabelText('Feed posts'))
  // Posts are neither created nor edited by staff.
  expect(within(dialog).queryByLabelText('Edit')).toBeNull()
  await user.click(within(dialog).getByLabelText('Keep reported posts'))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('agentBounds.save')[0]?.body).toEqual({
    account: 'a2',
    key: 'k2',
    areas: ['posts'],
    actions: ['keep'],
    recordsPerHour: 100,
  })
})

test('edits bounds with their version, and removes them', async () => {
  serveAgents()
  serve({
    'agentBounds.save': () => ({ data: bounds }),
    'agentBounds.delete': () => ({ data: {} }),
  })
  const { user } = showApp('/integrations/agents')
  await user.click(await button('Edit the bounds of Assistant'))
  const dialog = await screen.findByRole('dialog', { name: 'Edit bounds' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf('agentBounds.save')[0]?.body).toMatchObject({ version: 3 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await button('Remove the bounds of Assistant'))
  const asked = await screen.findByRole('dialog', { name: 'Remove the bounds of Assistant?' })
  await user.click(within(asked).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(callsOf('agentBounds.delete')[0]?.params).toEqual({ id: 'x1' }))
})

test('tells how to connect, and shows no proposals to who may not decide', async () => {
  serveAgents()
  const permissions = permissionModules(
    ({ submodule, action }) => submodule === 'Integrations' && action === 'list',
  )
  serve({ 'permissions.own': () => ({ data: permissions }) })
  showApp('/integrations/agents')
  await screen.findByText(
    'To see and decide proposals, you need the permission System · Integrations · approve.',
  )
  const address = await screen.findByLabelText<HTMLInputElement>('Address of the MCP server')
  expect(address.value).toBe('https://staff.example.com/mcp')
  expect(screen.getByLabelText<HTMLInputElement>('Header').value).toBe(
    'Authorization: Bearer stw_…',
  )
  expect(screen.getByRole('link', { name: 'Roles' }).getAttribute('href')).toMatch(/\/roles$/)
  expect(screen.getByText('MCP_ISSUER')).toBeDefined()
  const file = screen.getByLabelText<HTMLTextAreaElement>('Configuration of a client')
  expect(JSON.parse(file.value).mcpServers.steward).toEqual({
    type: 'http',
    url: 'https://staff.example.com/mcp',
    headers: { Authorization: 'Bearer stw_…' },
  })
  expect(screen.queryByRole('button', { name: 'Set bounds' })).toBeNull()
  expect(callsOf('proposals.list')).toEqual([])
})
