// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { AssigneeDialog } from './task-dialogs.tsx'

prepareScreens()

const task = {
  _id: 't1',
  title: 'Mend the lamp',
  assignee: { _id: 'u1', name: 'Ada', image: null },
  version: 5,
} as const

function ask() {
  serve({
    'users.list': () => ({ data: { users: [{ _id: 'u2', name: 'Bo', type: 'admin' }] } }),
    'tasks.update': () => ({ message: '', data: { ...task, version: 6 } }),
  })
  return showScreen(<AssigneeDialog task={task} />, { at: '/tasks' })
}

test('who has the task already keeps it when chosen again', async () => {
  const { user } = ask()
  await user.click(await screen.findByRole('option', { name: 'Ada' }))
  await user.click(screen.getByRole('combobox', { name: 'Assignee' }))
  await user.click(await screen.findByRole('option', { name: 'Bo' }))
  await waitFor(() => expect(callsOf('tasks.update')).toHaveLength(1))
  expect(callsOf('tasks.update')[0]?.body).toEqual({ assignee: 'u2', version: 5 })
})
