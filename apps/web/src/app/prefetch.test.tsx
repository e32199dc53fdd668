// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { callsOf, held, serve } from '../testing/server.ts'
import * as prefetches from './prefetch.ts'

prepareApp()

const pages = { page: 1, limit: 50, total: 1, totalPages: 1 }
const bills = { bills: [{ _id: 'b1', title: 'Hall', amount: 100, currency: 'EUR' }] }

beforeEach(() => {
  serve({
    'bills.list': () => ({ data: { ...bills, pagination: pages } }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'tasks.list': () => ({ data: [], pagination: pages }),
  })
})

/** Opens a page that asks for no list. @returns the person there, and an entry of the sidebar */
async function open() {
  const { user } = showApp('/no/such/page')
  await screen.findByRole('heading', { name: 'Page not found' })
  const sidebar = within(document.querySelector('#sidebar') as HTMLElement)
  return { user, link: (name: string) => sidebar.getByRole('link', { name }) }
}

/** Longer than a pointer has to rest somewhere. */
const later = () => new Promise((done) => setTimeout(done, 120))

describe('a link of the sidebar', () => {
  test('has its list asked for while the pointer rests on it, with the limit remembered, and not again by the press', async () => {
    localStorage.setItem('steward-list-bills', JSON.stringify({ limit: 50 }))
    const { user, link } = await open()
    await user.hover(link('Bills'))
    await waitFor(() => expect(callsOf('bills.totals')).toHaveLength(1))
    expect(callsOf('bills.list').map(({ query }) => query)).toEqual([
      { page: '1', limit: '50', sort: 'dueAt', status: 'overdue' },
    ])
    await user.click(link('Bills'))
    expect(await screen.findByText('Hall')).toBeDefined()
    await user.hover(link('Bills'))
    await later()
    expect(callsOf('bills.list')).toHaveLength(1)
    expect(callsOf('bills.totals')).toHaveLength(1)
  })

  test('asks for nothing where the pointer only passes over it', async () => {
    const { user, link } = await open()
    await user.hover(link('Tasks'))
    await user.hover(link('Bills'))
    await waitFor(() => expect(callsOf('bills.list')).toHaveLength(1))
    expect(callsOf('tasks.list')).toEqual([])
  })

  test('asks while it has the focus, and for a finger that touches it', async () => {
    const { link } = await open()
    fireEvent.focus(link('Tasks'))
    await waitFor(() => expect(callsOf('tasks.list')).toHaveLength(1))
    fireEvent.pointerEnter(link('Bills'), { pointerType: 'touch' })
    fireEvent.pointerLeave(link('Bills'), { pointerType: 'touch' })
    await waitFor(() => expect(callsOf('bills.list')).toHaveLength(1))
  })

  test('stops what it asked for once the pointer leaves, and goes on with what was pressed', async () => {
    const signals: AbortSignal[] = []
    const answer = fetch
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (/admin\/(bills|tasks)\?/.test(address) && init.signal) signals.push(init.signal)
      return answer(address, init)
    })
    const slow = held({ data: { ...bills, pagination: pages } })
    serve({ 'bills.list': slow.handler, 'tasks.list': held({}).handler })
    const { user, link } = await open()
    await user.hover(link('Tasks'))
    await waitFor(() => expect(signals).toHaveLength(1))
    await user.unhover(link('Tasks'))
    expect(signals[0]?.aborted).toBe(true)
    await user.click(link('Bills'))
    await waitFor(() => expect(signals).toHaveLength(2))
    await user.unhover(link('Bills'))
    slow.letGo()
    expect(await screen.findByText('Hall')).toBeDefined()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  test('asks for nothing beforehand where the person saves data', async () => {
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        connection: { value: { saveData: true } },
        languages: { value: ['en'] },
      }),
    )
    const { user, link } = await open()
    await user.hover(link('Bills'))
    await later()
    expect(callsOf('bills.list')).toEqual([])
    await user.click(link('Bills'))
    expect(await screen.findByText('Hall')).toBeDefined()
  })
})

test('a list that may not be seen is not asked for', async () => {
  serve({
    'permissions.own': () => ({
      data: permissionModules(
        ({ submodule, action }) => submodule === 'Bills' && action !== 'list',
      ),
    }),
  })
  const { lists } = await import('../shared/lists/lists.ts')
  const { signal } = new AbortController()
  await prefetches.prefetchList(lists.bills, {}, signal)
  expect(callsOf('permissions.own')).toHaveLength(1)
  expect([...callsOf('bills.list'), ...callsOf('bills.totals')]).toEqual([])
})
