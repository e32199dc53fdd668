// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import { RoleReplay } from './role-replay.tsx'

prepareScreens()

const permission = { module: 'Operations', submodule: 'Bills', action: 'update' } as const
const ada = { _id: 'u1', name: 'Ada', image: null }
const draft = { _id: 'r1', permissions: [], conditions: [], fieldRules: [] }
const nothing = {
  since: '2026-01-01',
  refused: [],
  refusedCount: 0,
  people: [],
  peopleCount: 0,
  permissions: [],
  requests: 0,
  changes: 0,
  narrowed: [],
  looked: 12,
  whole: true,
  unknown: 0,
  unseen: 0,
}
const answer = (data: object) => () => ({ message: '', data: { ...nothing, ...data } })
const show = () => showScreen(<RoleReplay draft={draft} />, { at: '/' }).user
const start = () => screen.findByRole('button', { name: 'Replay the last 90 days' })

test('nothing is asked before the button is pressed; nobody is told as such', async () => {
  const user = show()
  serve({ 'roles.replay': answer({}) })
  await user.click(await start())
  expect(await screen.findByText('Nobody would have been stopped.')).toBeDefined()
  expect(screen.getByText('Looked at all 12 changes')).toBeDefined()
  expect(callsOf('roles.replay').map(({ body }) => body)).toEqual([draft])
})

test('shows who would have been stopped at what, with examples, and what can’t be told', async () => {
  const user = show()
  const row = {
    person: ada,
    permission,
    reason: 'field',
    field: 'amount',
    requests: 0,
    changes: 3,
    firstDay: '2026-01-02',
    lastDay: '2026-01-05',
    examples: [
      {
        _id: '7',
        at: '2026-01-05T00:00:00.000Z',
        area: 'bills',
        action: 'update',
        record: { _id: 'b1', title: 'Hall hire' },
      },
    ],
  }
  const counts = {
    refusedCount: 1,
    peopleCount: 1,
    changes: 3,
    unknown: 2,
    unseen: 4,
    whole: false,
  }
  serve({ 'roles.replay': answer({ refused: [row], people: [], ...counts }) })
  await user.click(await start())
  expect(await screen.findByText(/^1 person would have been stopped/)).toBeDefined()
  expect(screen.getByText('The field “Amount” is hidden or read-only')).toBeDefined()
  expect(screen.getByText(/^Looked at the last 12 changes only/)).toBeDefined()
  expect(screen.getByText(/^2 changes by an older version/)).toBeDefined()
  expect(screen.getByText(/^4 changes were left out/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Show examples/ }))
  const link = await screen.findByRole('link', { name: 'Hall hire' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('open="7"')
})

test('is cancelled, and a failure is said', async () => {
  const user = show()
  const reply = held(answer({})())
  serve({ 'roles.replay': reply.handler })
  await user.click(await start())
  await user.click(await screen.findByRole('button', { name: 'Cancel the replay' }))
  expect(screen.queryByText('Replaying…')).toBeNull()
  serve({ 'roles.replay': () => refusal(429, { message: 'Too many replays.' }) })
  await user.click(await start())
  expect((await screen.findByRole('alert')).textContent).toContain('Too many replays.')
})
