// @vitest-environment jsdom
import type { EndpointName } from '@steward/contract/calls/routes'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { held, refusal, type Sent, serve } from '../testing/server.ts'
import { sessionClient } from './query-client.ts'

prepareApp()

const lists = [
  ['/roles', 'roles.list'],
  ['/roles/inactive', 'roles.listInactive'],
  ['/roles/deleted', 'roles.listDeleted'],
  ['/users/admins', 'users.listAdmins'],
  ['/users/business', 'users.listBusiness'],
  ['/users/members', 'users.list'],
  ['/events', 'events.list'],
  ['/polls', 'polls.list'],
  ['/tasks', 'tasks.list'],
  ['/bills', 'bills.list'],
  ['/posts', 'posts.list'],
  ['/categories', 'categories.list'],
  ['/shopping-posts', 'shoppingPosts.list'],
  ['/tasks?view=board&filters=none', 'tasks.list'],
] as const satisfies [string, EndpointName][]

beforeEach(() => {
  // What other lists than the one looked at fill their filters with.
  for (const [, name] of lists) serve({ [name]: () => ({ data: [] }) })
  serve({ 'bills.totals': () => ({ data: { totals: [] } }) })
})

const rows = () => [...document.querySelectorAll('[data-row]')]
const isLoading = () => document.querySelector('[aria-busy=true]') !== null

it.each(lists)(
  'Every data list has loading and error states. When a list fails to load, an error flag is set and the list is emptied. (%s)',
  async (path, name) => {
    const { handler, letGo } = held({ data: [{ _id: '1' }, { _id: '2' }] })
    serve({ [name]: handler })
    showApp(path)
    await waitFor(() => expect(isLoading()).toBe(true))
    letGo()
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(isLoading()).toBe(false)
    serve({ [name]: () => refusal(422, { message: 'The till is closed.' }) })
    void sessionClient().invalidateQueries({ queryKey: [name] })
    const words = await screen.findByText('The till is closed.')
    expect(words.closest('[role=alert]')).not.toBeNull()
    expect(rows()).toEqual([])
  },
)

const board = '/tasks?view=board&filters=none'

it.each([
  [
    'sends all it has',
    () => ({
      data: [
        { _id: '1', status: 'todo' },
        { _id: '2', status: 'done' },
      ],
    }),
  ],
  [
    'pages and filters',
    ({ query }: Sent) => {
      const data = [{ _id: '1', status: query['status'] ?? 'todo' }]
      return { data, pagination: { page: 1, limit: 25, total: 1, totalPages: 1 } }
    },
  ],
] as const)(
  'a list whose load fails shows none of its records as a board either, where the server %s',
  async (_, answer) => {
    serve({ 'tasks.list': answer })
    showApp(board)
    await waitFor(() => expect(rows().length).toBeGreaterThan(1))
    await waitFor(() => expect(isLoading()).toBe(false))
    const shown = rows().length
    // The server comes back while the columns are asked for in its place.
    serve({
      'tasks.list': (sent) =>
        sent.query['status'] ? answer(sent) : refusal(422, { message: 'The till is closed.' }),
    })
    void sessionClient().invalidateQueries({ queryKey: ['tasks.list'] })
    const words = await screen.findByText('The till is closed.')
    expect(words.closest('[role=alert]')).not.toBeNull()
    expect(rows()).toEqual([])
    serve({ 'tasks.list': answer })
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(rows()).toHaveLength(shown))
  },
)
