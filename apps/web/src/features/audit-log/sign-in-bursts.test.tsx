// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { serve } from '../../testing/server.ts'
import { AuditLogPage } from './audit-log-page.tsx'
import { isOneBurst } from './sign-in-bursts.ts'

prepareScreens()

const ada = { _id: 'u1', name: 'Ada' }
const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 14, minute)).toISOString()
const entry = (id: string, minute: number, action: string, change: object = {}) => ({
  _id: id,
  at: at(minute),
  actor: action === 'sign-in-failed' ? null : ada,
  role: null,
  through: 'api',
  address: '10.0.0.7',
  action,
  area: 'accounts',
  record: { _id: 'u1', title: 'Ada' },
  count: 1,
  before: null,
  after: null,
  ...change,
})

const log = [
  entry('e6', 40, 'sign-in'),
  entry('e5', 39, 'sign-in-failed'),
  entry('e4', 38, 'sign-in-failed'),
  entry('e3', 20, 'sign-out'),
  entry('e2', 10, 'update', { area: 'bills', record: { _id: 'b1', title: 'B-1' } }),
  entry('e1', 5, 'sign-in'),
]
const shown = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row'))

function open(search = '', entries = log) {
  const pagination = { page: 1, limit: 25, total: entries.length, totalPages: 1 }
  serve({ 'auditLog.list': () => ({ data: { entries, pagination } }) })
  return showScreen(<AuditLogPage />, { at: `/audit-log${search}` })
}

test('sign-ins of one person that follow each other are one line, which opens and closes', async () => {
  const { user } = open()
  await waitFor(() => expect(shown()).toEqual(['e6', 'e2', 'e1']))
  const line = document.querySelector<HTMLElement>('[data-row="e6"]') as HTMLElement
  const fold = within(line).getByRole('button', { name: '×4 in a row · 2 failed' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  // All of them are counted, by the list and by its pages.
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audit log6')
  expect(document.querySelector('nav[aria-label="Pages"]')?.textContent).toContain('1–6 of 6')
  await user.click(fold)
  expect(shown()).toEqual(['e6', 'e5', 'e4', 'e3', 'e2', 'e1'])
  await user.click(fold)
  expect(shown()).toEqual(['e6', 'e2', 'e1'])
})

test('lines that fit come at once, however many entries they fold', async () => {
  const burst = Array.from({ length: 20 }, (_, at) => entry(`s${at}`, 59 - at, 'sign-in'))
  const counts: number[] = []
  const observer = new MutationObserver(() => counts.push(shown().length))
  observer.observe(document.body, { childList: true, subtree: true })
  open('', [...burst, ...log.slice(4)])
  await waitFor(() => expect(shown()).toEqual(['s0', 'e2', 'e1']))
  observer.disconnect()
  expect(counts.find((each) => each > 0)).toBe(3)
})

test('a line opens for the entry that an address names, and stays open once that is closed', async () => {
  const { user } = open('?open=e4')
  await waitFor(() => expect(shown()).toEqual(['e6', 'e5', 'e4', 'e3', 'e2', 'e1']))
  await user.click(await screen.findByRole('button', { name: 'Close (Esc)' }))
  const row = document.querySelector('[data-row="e4"]')
  expect(row).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('a line is opened and closed by keys alone', async () => {
  const { user } = open()
  await waitFor(() => expect(shown()).toEqual(['e6', 'e2', 'e1']))
  document.querySelector<HTMLElement>('[data-row="e6"]')?.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  expect(shown()).toEqual(['e6', 'e5', 'e4', 'e3', 'e2', 'e1'])
  await user.keyboard('j')
  expect(document.activeElement?.getAttribute('data-row')).toBe('e5')
  await user.keyboard('k{ArrowRight}{ArrowRight}{Enter}')
  expect(shown()).toEqual(['e6', 'e2', 'e1'])
})

test('who chooses a line chooses all of its entries, and lets go of all of them', async () => {
  const { user } = open()
  await waitFor(() => expect(shown()).toEqual(['e6', 'e2', 'e1']))
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const box = (at: number) => within(rows()[at] as HTMLElement).getByRole('checkbox')
  await user.click(box(0))
  expect(await screen.findByText('4 selected')).toBeDefined()
  await user.click(box(0))
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())
  await user.click(box(1))
  await user.keyboard('{Shift>}')
  await user.click(box(0))
  expect(await screen.findByText('5 selected')).toBeDefined()
})

const one = entry('e2', 40, 'sign-in')
test.each([
  ['at once', entry('e1', 39, 'sign-out'), true],
  ['within half an hour, whichever comes first', entry('e1', 70, 'sign-in'), true],
  ['later', entry('e1', 9, 'sign-in'), false],
  ['of something else', entry('e1', 39, 'update'), false],
  ['of another account', entry('e1', 39, 'sign-in-failed', { record: { _id: 'u2' } }), false],
  ['by another person', entry('e1', 39, 'sign-in', { actor: { _id: 'u2', name: 'Bo' } }), false],
  ['of nobody’s account', entry('e1', 39, 'sign-in-failed', { record: { title: '' } }), false],
])('a sign-in and one %s are one burst or not', (_, next, is) => {
  expect(isOneBurst(one as never, next as never)).toBe(is)
})
