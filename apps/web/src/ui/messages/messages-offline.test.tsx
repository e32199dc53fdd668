// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.resetModules()
})

it('says in plain words what comes before its code could be loaded, and the rest as ever', async () => {
  // As on a page that has just been loaded.
  vi.resetModules()
  const { useConnection } = await import('../../api/browser/connection.ts')
  const { Messages, toast, undoable } = await import('./messages.tsx')
  render(<Messages />)
  useConnection.setState({ online: false })
  toast.error('Nothing was saved', 'B-12')
  toast.error('Nothing was saved', 'B-12')
  undoable('Post deleted', () => {})
  const alert = await screen.findByRole('alert')
  expect([...alert.children].map((each) => each.textContent)).toEqual([
    'Nothing was saved B-12',
    'Post deleted',
  ])
  useConnection.setState({ online: true })
  toast.success('Saved')
  const saved = await screen.findByText('Saved')
  expect(saved.closest('.Toastify__toast')).not.toBeNull()
})
