// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { FloatingMenu } from './floating-menu.tsx'

prepareScreens()

test('a menu that is opened for the first time gives the focus back to its button', async () => {
  const { user } = showScreen(
    <FloatingMenu returnFocus target={<button type="button">Actions</button>}>
      {(Menu) => <Menu.Item>Edit</Menu.Item>}
    </FloatingMenu>,
  )
  const button = await screen.findByRole('button', { name: 'Actions' })
  button.focus()
  await user.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Edit' })
  await waitFor(() =>
    expect(item.closest('[role=menu]')?.contains(document.activeElement)).toBe(true),
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Actions'))
})
