// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { TaskEditor } from './task-editor.tsx'
import { TaskRecord } from './task-record.tsx'

prepareScreens()
beforeEach(() => serve({ 'users.list': () => ({ data: { users: [] } }) }))

const task = {
  _id: 't1',
  title: 'Mend the lamp',
  status: 'todo',
  priority: 'high',
  assignee: { _id: 'u1', name: 'Ada', image: null },
  about: { area: 'posts', _id: null, title: null },
  commentCount: 0,
  version: 5,
} as const
const comments = (...all: object[]) => ({
  data: {
    comments: all,
    pagination: { page: 1, limit: 50, total: all.length, totalPages: 1 },
  },
})
const comment = (id: string, text: string, canDelete = true) => ({
  ...{ _id: id, text, canDelete, createdAt: '2026-01-01T00:00:00Z' },
  author: { _id: 'u2', name: 'Bo', image: null },
})
const show = () => showScreen(<TaskRecord record={task} onDone={() => {}} />, { at: '/tasks' })

test('of a record that the person may not know of, the area alone is told', async () => {
  serve({ 'tasks.comments': () => comments() })
  show()
  expect(await screen.findByText('a record of Feed posts')).toBeDefined()
})

test('a comment that is refused stays where it was typed, and is there again later', async () => {
  serve({
    'tasks.comments': () => comments(),
    'tasks.comment': () => refusal(409, { message: 'This task is full' }),
  })
  const { user } = show()
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New comment')
  await user.type(field, 'Who has the ladder?{Control>}{Enter}{/Control}')
  expect(await screen.findByText('This task is full')).toBeDefined()
  expect(field.value).toBe('Who has the ladder?')
  await waitFor(() =>
    expect(sessionStorage.getItem('steward-draft:/tasks/t1/comment')).toContain('ladder'),
  )
})

test('a comment of somebody else can’t be deleted unless the server says so', async () => {
  serve({ 'tasks.comments': () => comments(comment('c1', 'Mine'), comment('c2', 'Bo’s', false)) })
  show()
  await screen.findByText('Bo’s')
  expect(screen.getAllByRole('button', { name: 'Delete the comment by Bo' })).toHaveLength(1)
})

test('comments are read of a server that says nothing of pages and has names of its own', async () => {
  serve({ 'tasks.comments': () => ({ data: [{ id: 'c1', text: 'Mine', canDelete: true }] }) })
  serve({ 'tasks.deleteComment': () => refusal(409, { message: 'It stays' }) })
  const { user } = show()
  expect(await screen.findByText('Mine')).toBeDefined()
  expect(screen.getByText('Comments (1)')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Delete the comment by somebody' }))
  expect(await screen.findByText('It stays')).toBeDefined()
  expect(callsOf('tasks.deleteComment')[0]?.params).toMatchObject({ commentId: 'c1' })
})

test('an answer without comments is a failure beside the task, which stays', async () => {
  serve({ 'tasks.comments': () => ({ data: { answer: 42 } }) })
  show()
  expect(await screen.findByText('a record of Feed posts')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
})

test('a form sends what was changed, and what it may not know of stays as it is', async () => {
  serve({ 'tasks.update': () => ({ message: '', data: { ...task, version: 6 } }) })
  const { user } = showScreen(<TaskEditor record={task} leave={() => {}} />)
  await user.click(await screen.findByRole('combobox', { name: 'Assignee' }))
  await user.click(await screen.findByRole('option', { name: 'Nobody' }))
  await user.type(screen.getByLabelText('Description'), 'Needs a ladder')
  await user.click(screen.getByRole('button', { name: 'Save task' }))
  await waitFor(() => expect(callsOf('tasks.update')).toHaveLength(1))
  expect(callsOf('tasks.update')[0]?.body).toEqual({
    ...{ assignee: null, description: 'Needs a ladder', version: 5 },
  })
})
