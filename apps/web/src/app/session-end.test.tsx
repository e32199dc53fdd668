// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clearSession } from '../features/session/guard.ts'
import { StatusDialog } from '../features/tasks/task-dialogs.tsx'
import { prepareApp, showApp } from '../testing/app.tsx'
import { serve } from '../testing/server.ts'
import { openDialog, useOpenDialog } from '../ui/dialog/open-dialog.ts'

prepareApp()

test('what was asked of a task does not stay for whoever signs in next', async () => {
  serve({
    'bills.list': () => ({ data: { bills: [] } }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'trash.settings': () => ({ data: { days: 30 } }),
  })
  const { address } = showApp('/bills')
  await screen.findByRole('heading', { name: /Bills/, level: 1 })
  const task = { _id: 't1', title: 'Count the chairs' }
  act(() => openDialog(<StatusDialog task={task} />))
  await screen.findByRole('dialog', { name: /Count the chairs/ })
  clearSession()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(address()).toMatch(/^\/(\?|$)/))
  await waitFor(() => expect(useOpenDialog.getState().dialog).toBeNull())
})
