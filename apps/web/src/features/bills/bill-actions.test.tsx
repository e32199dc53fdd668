// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { everything, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { BillMenu } from './bill-actions.tsx'

prepareScreens()

const draft = (dueAt: string | null) => ({
  _id: 'b1',
  number: 'B-1',
  status: 'draft' as const,
  issuedAt: null,
  dueAt,
  version: 2,
})

async function issue(dueAt: string | null) {
  serve({ 'bills.update': () => ({ message: 'Bill issued', data: draft(dueAt) }) })
  const { user } = showScreen(<BillMenu bill={draft(dueAt)} />, { can: everything })
  await user.click(await screen.findByRole('button', { name: 'Actions for B-1' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Issue/ }))
  await waitFor(() => expect(callsOf('bills.update')).toHaveLength(1))
  return callsOf('bills.update')[0]?.body
}

test('a draft is issued now', async () => {
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString()
  expect(await issue(inAYear)).toEqual({
    data: { status: 'due', issuedAt: expect.any(String), version: 2 },
  })
})

test('a draft that was due before is issued without saying when, as nothing is issued after it is due', async () => {
  expect(await issue('2020-01-01T00:00:00.000Z')).toEqual({
    data: { status: 'due', version: 2 },
  })
})
