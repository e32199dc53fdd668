// @vitest-environment jsdom
import { acceptsTotalHeader } from '@steward/contract/calls/totals'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { callsOf, held, refusal, type Sent, serve } from '../testing/server.ts'

prepareApp()

const rows = Array.from({ length: 25 }, (_, n) => ({ _id: `t${n}`, title: `Task ${n}` }))
const page = (total: number, more: object = {}) => ({
  data: rows,
  pagination: { page: 1, limit: 25, total, totalPages: Math.ceil(total / 25), ...more },
})
const range = () => document.querySelector('nav[aria-label="Pages"]')?.textContent ?? ''
const totalsAsked = () => callsOf('tasks.list').map(({ query }) => query['total'])

const wholePage = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: /select all|all rows|this page/i })

/** Chooses the rows of the page, which may just be drawn anew for what was found. */
const choosePage = (user: UserEvent) =>
  waitFor(async () => {
    if (!wholePage().checked) await user.click(wholePage())
    await waitFor(() => expect(wholePage().checked).toBe(true), { timeout: 500 })
  })

/** A server that leaves totals for later. */
const leaving = (body: object) =>
  new Response(JSON.stringify(body), { headers: { [acceptsTotalHeader]: 'later' } })

describe('the total of a search', () => {
  const counted = { hold: held(page(16_376)), fails: false, atLeast: false }
  beforeEach(() => {
    counted.hold = held({ ...page(16_376), data: [] })
    counted.fails = false
    counted.atLeast = false
    serve({
      'profile.own': () => leaving({ data: { _id: 'me', name: 'Me' } }),
      'profile.preferences': () => leaving({ data: {} }),
      'tasks.list': async ({ query }: Sent) => {
        if (query['total'] === undefined) return leaving(page(1_000_000))
        if (query['total'] === 'later') return leaving(page(26, { exact: false }))
        const answer = await counted.hold.handler()
        if (counted.atLeast) return leaving({ ...page(10_000, { exact: false }), data: [] })
        return counted.fails
          ? refusal(503, { message: 'Took too long', code: 'not_ready' })
          : leaving(answer)
      },
    })
  })

  test('follows the rows, and nothing says a wrong one until then', async () => {
    const { user } = showApp('/tasks?filters=none')
    await screen.findByText('Task 1')
    await waitFor(() => expect(range()).toContain('1–25 of 1,000,000'))
    expect(totalsAsked()).toEqual([undefined])
    await user.type(screen.getByLabelText('Search tasks'), 'market')
    await waitFor(() => expect(range()).toContain('1–25 of …'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tasks')
    const next = screen.getByRole('button', { name: 'Next page' })
    const last = screen.getByRole('button', { name: 'Last page' })
    expect([next, last].map((button) => (button as HTMLButtonElement).disabled)).toEqual([
      false,
      true,
    ])
    // Nobody is offered to do something with all of 26.
    await choosePage(user)
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
    counted.hold.letGo()
    await waitFor(() => expect(range()).toContain('1–25 of 16,376'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tasks16,376')
    await screen.findByRole('button', { name: 'Select all 16,376 tasks' })
    expect(totalsAsked()).toEqual([undefined, 'later', 'only'])
  })

  test('is said to be at least what could be counted', async () => {
    const { user } = showApp('/tasks?filters=none')
    await screen.findByText('Task 1')
    counted.atLeast = true
    counted.hold.letGo()
    await user.type(screen.getByLabelText('Search tasks'), 'market')
    await waitFor(() => expect(range()).toContain('1–25 of at least 10,000'))
    const last = screen.getByRole<HTMLButtonElement>('button', { name: 'Last page' })
    expect(last.disabled).toBe(true)
    await choosePage(user)
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  })

  test('is said to be at least what the page shows where it can’t be counted', async () => {
    const { user } = showApp('/tasks?filters=none')
    await screen.findByText('Task 1')
    counted.fails = true
    counted.hold.letGo()
    await user.type(screen.getByLabelText('Search tasks'), 'market')
    await waitFor(() => expect(totalsAsked()).toContain('only'))
    await waitFor(() => expect(range()).toContain('1–25 of at least 26'))
    expect(screen.getByText('Task 1')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is asked for at once of a server that doesn’t leave it', async () => {
    serve({
      'profile.own': () => ({ data: { _id: 'me', name: 'Me' } }),
      'profile.preferences': () => ({ data: {} }),
      'tasks.list': () => page(16_376),
    })
    const { user } = showApp('/tasks?filters=none')
    await screen.findByText('Task 1')
    await user.type(screen.getByLabelText('Search tasks'), 'market')
    await waitFor(() => expect(callsOf('tasks.list').at(-1)?.query['search']).toBe('market'))
    expect(new Set(totalsAsked())).toEqual(new Set([undefined]))
  })
})
