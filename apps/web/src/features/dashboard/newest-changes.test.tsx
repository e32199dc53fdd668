// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { NewestChanges } from './newest-changes.tsx'

prepareScreens()

const entry = (id: number) => ({
  _id: String(id),
  at: new Date().toISOString(),
  actor: { _id: 'u1', name: 'Ada' },
  through: 'api',
  action: 'update',
  area: 'bills',
  record: { _id: `b${id}`, title: `B-${id}` },
  count: 1,
})
const entries = Array.from({ length: 9 }, (_, at) => entry(9 - at))

test('shows the last eight, each leading to its entry', async () => {
  serve({ 'auditLog.list': () => ({ data: { entries } }) })
  showScreen(<NewestChanges />)
  const panel = await screen.findByRole('region', { name: 'Recent changes' })
  const lines = await within(panel).findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual(
    entries.slice(0, 8).map(({ record }) => `Changed${record.title}Bills · Adanow`),
  )
  const link = within(panel).getByRole('link', { name: 'B-9' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(link)).toBe('/audit-log?record=["b9"]&open="9"')
  const { query } = callsOf('auditLog.list')[0] ?? {}
  expect(query).toMatchObject({ limit: '8', sort: '-at' })
})

test('nothing changed yet, and a failure', async () => {
  serve({ 'auditLog.list': () => refusal(500, { message: 'The disk is full' }) })
  const { user } = showScreen(<NewestChanges />)
  expect(await screen.findByText('The disk is full')).toBeDefined()
  serve({ 'auditLog.list': () => ({ data: { entries: [] } }) })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No changes yet.')).toBeDefined()
})

test('asks nothing for who may not read the audit log', async () => {
  showScreen(
    <>
      Here
      <NewestChanges />
    </>,
    { can: () => false },
  )
  await screen.findByText('Here')
  expect(callsOf('auditLog.list')).toEqual([])
  expect(screen.queryByRole('region', { name: 'Recent changes' })).toBeNull()
})
