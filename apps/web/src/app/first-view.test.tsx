// @vitest-environment jsdom
import { acceptsTotalHeader } from '@steward/contract/calls/totals'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { callsOf, type Sent, serve } from '../testing/server.ts'

prepareApp()

const task = {
  _id: 't1',
  title: 'Task 1',
  status: 'todo',
  assignee: { _id: 'me', name: 'Me' },
  dueAt: '2026-01-01T00:00:00.000Z',
}
const page = (total: number) => ({
  data: total > 0 ? [task] : [],
  pagination: { page: 1, limit: 25, total, totalPages: Math.ceil(total / 25) },
})
/** A server that counts without sending rows. */
const counting = (body: object) =>
  new Response(JSON.stringify(body), { headers: { [acceptsTotalHeader]: 'later' } })
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

test('a list whose first view finds nothing shows everything instead, and once', async () => {
  serve({ 'tasks.list': ({ query }: Sent) => page(query['assignee'] ? 0 : 220) })
  const { user, address } = showApp('/tasks')
  await screen.findByText('Task 1')
  await waitFor(() => expect(address()).toBe('/tasks?filters=none'))
  expect(heading()).toBe('Tasks220')
  expect(callsOf('tasks.list').map(({ query }) => [query['assignee'], query['sort']])).toEqual([
    ['me', 'dueAt'],
    [undefined, undefined],
  ])
  // Whoever asks for it then sees that it is empty.
  await user.click(screen.getByRole('link', { name: 'Tasks' }))
  expect(await screen.findByRole('button', { name: 'Show all tasks' })).toBeDefined()
  await waitFor(() => expect(address()).toBe('/tasks'))
})

test('a list that empties while it is looked at stays as it is', async () => {
  let mine = 1
  serve({ 'tasks.list': ({ query }: Sent) => page(query['assignee'] ? mine : 220) })
  const { user, address } = showApp('/tasks')
  await screen.findByText('Task 1')
  mine = 0
  await user.click(screen.getByRole('button', { name: 'Due' }))
  expect(await screen.findByRole('button', { name: 'Show all tasks' })).toBeDefined()
  await waitFor(() => expect(address()).toBe('/tasks?sort=-dueAt'))
})

test('a first view says of how many it shows some, and another list doesn’t', async () => {
  serve({
    'tasks.list': ({ query }: Sent) => counting(page(query['assignee'] ? 39 : 260)),
  })
  const { user } = showApp('/tasks')
  await screen.findByText('Task 1')
  await waitFor(() => expect(heading()).toBe('Tasks39 of 260'))
  expect(callsOf('tasks.list').at(-1)?.query).toMatchObject({ total: 'only' })
  expect(callsOf('tasks.list').at(-1)?.query['assignee']).toBeUndefined()
  await user.click(await screen.findByRole('button', { name: /^Remove .*Assignee/ }))
  await waitFor(() => expect(heading()).toBe('Tasks260'))
})

test('a server that sends all it has needs no second call for that', async () => {
  serve({
    'tasks.list': () => ({
      data: ['todo', 'done'].map((status) => ({ _id: status, title: status, status })),
    }),
  })
  showApp('/tasks')
  await waitFor(() => expect(heading()).toBe('Tasks1 of 2'))
  expect(callsOf('tasks.list')).toHaveLength(1)
})

test('a form that stands open over it comes first', async () => {
  serve({
    'tasks.list': ({ query }: Sent) => page(query['assignee'] ? 0 : 220),
    'users.list': () => ({ data: { users: [] } }),
  })
  serve({ 'profile.own': () => ({ data: { _id: 'me', name: 'Me' } }) })
  serve({ 'savedViews.list': () => ({ data: [] }) })
  const { user, address } = showApp('/tasks?edit=new')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByText('Task 1')
  await waitFor(() => expect(address()).toBe('/tasks?filters=none'))
})
