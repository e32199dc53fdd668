// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { claimDrafts } from '../../api/browser/form-drafts.ts'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, serve } from '../../testing/server.ts'
import { BillsPage } from './bills-page.tsx'

prepareScreens()

let bills: object[] = []

beforeEach(() => {
  claimDrafts(null)
  bills = ['Hall', 'Band'].map((title) => ({ _id: title, title, amount: 100, currency: 'EUR' }))
  serve({
    'bills.list': () => ({ data: { bills } }),
    'bills.totals': () => ({ data: { totals: [] } }),
  })
})

const row = (id: string) => document.querySelector(`[data-row="${id}"]`)

/** Opens the bills, and chooses an entry of the menu of the first. */
async function choose(label: string) {
  const { user } = showScreen(<BillsPage />, { at: '/bills' })
  await waitFor(() => expect(row('Hall')?.textContent).toContain('Hall'))
  await user.click(screen.getAllByRole('button', { name: /^Actions for/ })[0] as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: label }))
  return user
}

describe('bills, as specification sections 4 and 7 have them', () => {
  it('GET · /admin/bills · data.bills', async () => {
    showScreen(<BillsPage />, { at: '/bills' })
    await waitFor(() => expect(row('Hall')?.textContent).toContain('Hall'))
    expect(callsOf('bills.list')).toMatchObject([{ request: 'GET admin/bills', body: null }])
  })

  it('PUT · /admin/bills/{id} · payload key data', async () => {
    serve({ 'bills.update': () => ({ message: 'Saved' }) })
    const user = await choose('Edit')
    await fill(user, 'Title', 'Hall of May')
    await user.click(screen.getByRole('button', { name: 'Save bill' }))
    expect(await screen.findByText('Saved')).toBeDefined()
    expect(callsOf('bills.update')).toMatchObject([{ request: 'PUT admin/bills/Hall', query: {} }])
    expect(callsOf('bills.update')[0]?.body).toEqual({ data: { title: 'Hall of May' } })
  })

  it('An updated bill or category replaces the matching record. (a bill)', async () => {
    serve({ 'bills.update': () => ({ data: { _id: 'Hall', title: 'Hall of the server' } }) })
    const user = await choose('Edit')
    // The list is not loaded anew before the end of the test: what stands there is the answer.
    serve({ 'bills.list': held({}).handler })
    await fill(user, 'Title', 'Hall of May')
    await user.click(screen.getByRole('button', { name: 'Save bill' }))
    await waitFor(() => expect(row('Hall')?.textContent).toContain('Hall of the server'))
    expect(row('Band')?.textContent).toContain('Band')
  })

  it('DELETE · /admin/bills/{id}', async () => {
    serve({
      'bills.delete': () => {
        bills = bills.slice(1)
        return { message: 'Deleted' }
      },
    })
    await choose('Delete')
    await waitFor(() => expect(screen.queryByText('Hall')).toBeNull())
    expect(await screen.findByText('Deleted')).toBeDefined()
    expect(callsOf('bills.delete')).toMatchObject([
      { request: 'DELETE admin/bills/Hall', query: {}, body: null },
    ])
  })
})
