// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, serve } from '../../testing/server.ts'
import { CommentComposer } from './task-comments.tsx'

prepareScreens()

test('a comment that was sent while one went on to something else is no draft any more', async () => {
  const { handler, letGo } = held({ message: 'Commented' })
  serve({ 'tasks.comment': handler })
  const { user } = showScreen(<CommentComposer task="t1" />)
  const field = await screen.findByLabelText('New comment')
  await user.type(field, 'Done by noon{Control>}{Enter}{/Control}')
  await waitFor(() => expect(callsOf('tasks.comment')).toHaveLength(1))
  cleanup()
  const draft = () => sessionStorage.getItem('steward-draft:/tasks/t1/comment')
  expect(draft()).toContain('noon')
  letGo()
  await waitFor(() => expect(draft()).toBeNull())
})
