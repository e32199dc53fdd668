// @vitest-environment jsdom

import { permission } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Task } from '../../api/answers/records.ts'
import type { Row } from '../../api/listing.ts'
import { useMissingCalls } from '../../api/missing-calls.ts'
import { everything, only, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import { TaskBoard } from './task-board.tsx'

prepareScreens()

const task = (id: string, status?: string) => ({
  _id: id,
  title: `Task ${id}`,
  ...(status && { status }),
})
const show = (all: Row<Task>[] | null = null) =>
  showScreen(<TaskBoard query={{}} all={all} opened={null} open={() => {}} drawer={() => null} />, {
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
  const others = await column(/^Unknown status 2$/)
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
  expect(screen.queryByText(/Unknown status/)).toBeNull()
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

const ofStatus = (...all: (ReturnType<typeof task> & { version?: number })[]) =>
  serve({
    'tasks.list': ({ query }) => {
      const data = all.filter(({ status }) => status === query['status'])
      return { data, pagination: { page: 1, limit: 50, total: data.length, totalPages: 1 } }
    },
  })
const card = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

test('a card is moved by the keyboard, its columns’ counts follow, and Undo brings it back', async () => {
  ofStatus({ ...task('a', 'todo'), version: 3 }, task('b', 'todo'))
  const { handler, letGo } = held({ message: '', data: { ...task('a', 'doing'), version: 4 } })
  serve({ 'tasks.update': handler })
  const { user } = show()
  ;(await card('Task a')).focus()
  await user.keyboard(' {ArrowRight}')
  expect(screen.getByText('Over Doing.')).toBeDefined()
  await user.keyboard(' ')
  expect((await column(/^Doing 1$/)).getByText('Task a')).toBeDefined()
  expect((await column(/^To do 1$/)).queryByText('Task a')).toBeNull()
  expect(screen.queryByText('Moved to Doing')).toBeNull()
  ofStatus(task('a', 'doing'), task('b', 'todo'))
  letGo()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(callsOf('tasks.update')).toHaveLength(2))
  expect(callsOf('tasks.update').map(({ body }) => body)).toEqual([
    { status: 'doing', version: 3 },
    { status: 'todo', version: 4 },
  ])
})

test('a move that is refused is put back, with the server’s words', async () => {
  ofStatus(task('a', 'todo'))
  const { handler, letGo } = held(undefined)
  serve({
    'tasks.update': async () => {
      await handler()
      return refusal(409, { message: 'Bo has changed it' })
    },
  })
  const { user } = show()
  ;(await card('Task a')).focus()
  await user.keyboard(' {ArrowRight}{ArrowRight} ')
  expect((await column(/^Done 1$/)).getByText('Task a')).toBeDefined()
  letGo()
  expect(await screen.findByText('Bo has changed it')).toBeDefined()
  expect((await column(/^To do 1$/)).getByText('Task a')).toBeDefined()
})

test('Escape gives a move up, and Enter still opens a card', async () => {
  ofStatus(task('a', 'todo'))
  const opened = vi.fn()
  const { user } = showScreen(
    <TaskBoard query={{}} all={null} opened={null} open={opened} drawer={() => null} />,
    { at: '/tasks' },
  )
  ;(await card('Task a')).focus()
  await user.keyboard(' {ArrowRight}{Escape}')
  expect(screen.getByText('Task a was not moved.')).toBeDefined()
  expect(opened).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledWith('a')
  expect(callsOf('tasks.update')).toEqual([])
})

test.each([
  ['the person', undefined, only(permission('Operations', 'Tasks', 'list'))],
  ['the server', 'profile.own', everything],
] as const)('nothing can be moved where %s can’t', async (_, lacks, can) => {
  ofStatus(task('a', 'todo'))
  if (lacks) useMissingCalls.setState({ missing: new Set([lacks]) })
  const { user } = showScreen(
    <TaskBoard query={{}} all={null} opened={null} open={() => {}} drawer={() => null} />,
    { at: '/tasks', can },
  )
  ;(await card('Task a')).focus()
  expect((await card('Task a')).getAttribute('aria-describedby')).toBeNull()
  await user.keyboard(' {ArrowRight} ')
  expect(callsOf('tasks.update')).toEqual([])
})
