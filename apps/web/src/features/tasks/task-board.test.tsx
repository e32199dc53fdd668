// @vitest-environment jsdom

import type { Task } from '@steward/contract/tasks'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Row } from '../../api/listing.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { TaskBoard } from './task-board.tsx'

prepareScreens()

const task = (id: string, status?: string) => ({
  _id: id,
  title: `Task ${id}`,
  ...(status && { status }),
})
const show = (all: Row<Task>[] | null = null) =>
  showScreen(<TaskBoard query={{}} all={all} opened={null} open={() => {}} close={() => {}} />, {
    at: '/tasks',
  })
const column = async (name: RegExp) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') as HTMLElement)
}

test('each task stands once, in its own column, where the server passes over the status', async () => {
  const data = [
    task('a', 'todo'),
    task('b', 'doing'),
    task('c', 'done'),
    task('d'),
    task('e', 'parked'),
  ]
  serve({ 'tasks.list': () => ({ data }) })
  show()
  await screen.findByText('Task a')
  for (const { title } of data) expect(screen.getAllByText(title)).toHaveLength(1)
  expect((await column(/^To do 1$/)).getByText('Task a')).toBeDefined()
  const others = await column(/^Without a known status 2$/)
  expect(others.getByText('Task d')).toBeDefined()
  expect(others.getByText('Task e')).toBeDefined()
})

test('a column that the server has counted says so many', async () => {
  serve({
    'tasks.list': ({ query }) => ({
      data: query['status'] === 'todo' ? [task('a', 'todo')] : [],
      pagination: { page: 1, limit: 50, total: query['status'] === 'todo' ? 70 : 0, totalPages: 2 },
    }),
  })
  show()
  expect((await column(/^To do 70$/)).getByText('and 69 more in the list')).toBeDefined()
  expect(screen.queryByText(/Without a known status/)).toBeNull()
})

test('a load that failed empties the board and says why; Retry loads it', async () => {
  const errors = ['One thing', { msg: 'Another' }]
  serve({ 'tasks.list': () => refusal(400, { message: 'No', errors }) })
  const { user } = show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('One thing')
  expect(alert.textContent).toContain('Another')
  expect(screen.queryByRole('heading', { name: /^To do/ })).toBeNull()
  serve({ 'tasks.list': () => ({ data: [task('a', 'todo')] }) })
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Task a')).toBeDefined()
  expect(callsOf('tasks.list').length).toBeGreaterThan(4)
})

test('where all tasks are here, it asks for none', async () => {
  const all = [task('a', 'todo'), task('b', 'done'), task('c', 'done')]
  show(all.map((record) => ({ id: record._id, record }) as Row<Task>))
  expect((await column(/^Done 2$/)).getByText('Task c')).toBeDefined()
  expect(callsOf('tasks.list')).toEqual([])
})

test('a server that pages and passes over the status is asked for all, and no total is made up', async () => {
  const data = Array.from({ length: 50 }, (_, n) => task(`t${n}`, n < 30 ? 'done' : 'todo'))
  serve({
    'tasks.list': () => ({ data, pagination: { page: 1, limit: 50, total: 400, totalPages: 8 } }),
  })
  show()
  await screen.findByText('Task t0')
  expect(screen.getByRole('heading', { name: /^Done$/ })).toBeDefined()
  await waitFor(() =>
    expect(callsOf('tasks.list').some(({ query }) => query['limit'] === '100')).toBe(true),
  )
})
