// @vitest-environment jsdom
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordWords } from '../../shared/audit-log/words.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { serve } from '../../testing/server.ts'
import { AuditLogPage } from './audit-log-page.tsx'

prepareScreens()

const asked = (title: string, detail: string | null = null): AuditEntry => ({
  _id: '1',
  at: '2026-03-03T14:05:09.000Z',
  actor: { _id: 'u1', name: 'Ada' },
  role: null,
  through: 'api',
  client: null,
  address: null,
  action: 'create',
  area: 'consents',
  record: { _id: 'c1', title },
  count: 1,
  before: null,
  after: { reason: 'Because' },
  detail,
  batch: null,
  via: null,
  undoes: null,
  undoneBy: null,
})

test.each([
  ['bills.purge: 3', null, 'Delete 3 bills permanently'],
  ['tasks.status: 12', 'done', 'Change 12 tasks to done'],
  ['users.import: 40', 'people.csv', 'Import 40 users from people.csv'],
  ['identityProviders.update: 1', 'Ours', 'Change who has the rights of an owner: Ours'],
  ['consents.saveRules: 1', 'rules', 'Change what needs a second person'],
  // Written by a version that told the call alone.
  ['auditLog.undo: 4', null, 'auditLog.undo: 4'],
  ['rules', null, 'Rules'],
])('a request for consent is said as on the page of approvals: %s', (title, detail, words) => {
  expect(recordWords(asked(title, detail))).toBe(words)
})

test('its detail is said by its title alone', async () => {
  const pagination = { page: 1, limit: 25, total: 1, totalPages: 1 }
  const entries = [asked('tasks.status: 12', 'done')]
  serve({ 'auditLog.list': () => ({ data: { entries, pagination } }) })
  const { user } = showScreen(<AuditLogPage />, { at: '/audit-log' })
  await user.click(await screen.findByText('Change 12 tasks to done'))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText('Because')).toBeDefined()
  expect(within(drawer).getByText('Change 12 tasks to done', { selector: 'dd *' })).toBeDefined()
  expect(within(drawer).queryByText('Detail')).toBeNull()
})
