// @vitest-environment jsdom
import type { Permission } from '@steward/contract/permissions/permissions'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteOwnServer } from '../../../api/missing-calls.ts'
import { BillsPage } from '../../../features/bills/bills-page.tsx'
import { everything, prepareScreens, showScreen } from '../../../testing/screen.tsx'
import { refusal, serve } from '../../../testing/server.ts'
import { setSingleKeys } from '../../keys/single-keys.ts'

prepareScreens()

async function open(can: (asked: Permission) => boolean = everything) {
  noteOwnServer()
  const bill = {
    _id: 'b1',
    number: 'B-1',
    title: 'Hall',
    status: 'due',
    amount: 1,
    currency: 'EUR',
  }
  serve({
    'bills.list': () => ({ data: { bills: [bill] } }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'bills.nextNumber': () => refusal(404, {}),
    'savedViews.list': () => ({ data: [] }),
  })
  const shown = showScreen(<BillsPage />, { at: '/bills', can })
  await screen.findByText('B-1')
  return shown
}
const press = (key: string) => fireEvent.keyDown(document.body, { key })

test('c opens the form of a new record, and the list of keys says so', async () => {
  const { address } = await open()
  const button = screen.getByRole('button', { name: 'New bill' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('c')
  press('?')
  expect(await screen.findByText('Create a record')).toBeDefined()
  press('Escape')
  press('c')
  expect(await screen.findByRole('dialog', { name: 'New bill' })).toBeDefined()
  await waitFor(() => expect(address()).toContain('edit=new'))
})

test('c is nothing to whoever may make none', async () => {
  const { address } = await open(({ action }) => action !== 'create')
  press('?')
  await screen.findByText('Add a filter')
  expect(screen.queryByText('Create a record')).toBeNull()
  press('c')
  expect(address()).toBe('/bills')
})

test('c is nothing where single keys are turned off', async () => {
  setSingleKeys(false)
  const { address } = await open()
  expect(screen.getByRole('button', { name: 'New bill' }).title).toBe('')
  press('c')
  expect(address()).toBe('/bills')
})

test('buttons that a key presses name it, unless single keys are turned off', async () => {
  const keys = () =>
    ['New bill', 'Add filter', 'Keyboard shortcuts'].map(
      (name) => screen.getByRole('button', { name }).title,
    )
  await open()
  expect(keys()).toEqual(['Key: c', 'Key: f', 'Key: ?'])
  expect(screen.getByText('/')).toBeDefined()
  act(() => setSingleKeys(false))
  expect(keys()).toEqual(['', '', ''])
  expect(screen.queryByText('/')).toBeNull()
})
