// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Task } from '../../api/answers/records.ts'
import { noteOwnServer } from '../../api/missing-calls.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { AssignButton } from './tasks-page.tsx'

prepareScreens()
beforeEach(() => noteOwnServer())

const task = (n: number) => ({
  id: `t${n}`,
  record: { _id: `t${n}`, title: `Task ${n}`, version: n, assignee: { _id: 'u9', name: 'Ann' } },
})
const chosen = (size: number, clear = () => {}) =>
  ({
    rows: new Map(Array.from({ length: size }, (_, at) => [`t${at + 1}`, task(at + 1)])),
    all: null,
    size,
    clear,
  }) as unknown as Chosen<Task>

test('gives each chosen task to one person, names the refused ones, and takes it back', async () => {
  let cleared = false
  serve({
    'users.list': () => ({ data: { users: [] } }),
    'tasks.list': () => ({ data: [] }),
    'tasks.update': ({ params }) =>
      params['id'] === 't2'
        ? refusal(409, { message: 'Somebody has changed it.', code: 'out_of_date' })
        : { data: { _id: params['id'], version: 10 } },
  })
  const { user } = showScreen(
    <AssignButton
      chosen={chosen(3, () => {
        cleared = true
      })}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Assign' }))
  await user.click(await screen.findByRole('combobox', { name: 'Assignee' }))
  await user.click(await screen.findByRole('option', { name: 'Me' }))
  await user.click(screen.getByRole('button', { name: 'Assign 3 tasks' }))
  expect(await screen.findByText('2 tasks assigned.')).toBeDefined()
  expect(screen.getByText('Task 2')).toBeDefined()
  expect(screen.getByText('Somebody has changed it.')).toBeDefined()
  expect(callsOf('tasks.update').map(({ body }) => body)).toEqual(
    [1, 2, 3].map((version) => ({ assignee: 'me', version })),
  )
  const close = screen.getAllByRole('button', { name: 'Close' }).at(-1)
  if (close) await user.click(close)
  expect(cleared).toBe(true)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(callsOf('tasks.update')).toHaveLength(5))
  expect(callsOf('tasks.update').slice(3)).toMatchObject([
    { params: { id: 't1' }, body: { assignee: 'u9', version: 10 } },
    { params: { id: 't3' }, body: { assignee: 'u9', version: 10 } },
  ])
})

test('takes a hundred at most', async () => {
  showScreen(<AssignButton chosen={chosen(101)} />)
  const button = await screen.findByRole('button', { name: 'Assign' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
})
