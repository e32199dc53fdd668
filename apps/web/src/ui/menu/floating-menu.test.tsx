// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { FloatingMenu, FloatingPopover } from './floating-menu.tsx'

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

/** Takes the focus by itself, as the editor of a filter does. */
function Editor(props: { onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <input
      ref={field}
      aria-label="Least"
      onKeyDown={({ key }) => {
        if (key === 'Enter') props.onDone()
      }}
    />
  )
}

function Filter() {
  const [opened, setOpened] = useState(false)
  return (
    <FloatingPopover
      position="bottom-start"
      opened={opened}
      onOpened={setOpened}
      target={<button type="button">Filter</button>}
    >
      <Editor onDone={() => setOpened(false)} />
    </FloatingPopover>
  )
}

test('a popover that is done at once gives the focus back to its button, and keeps it there', async () => {
  const { user } = showScreen(<Filter />)
  const button = await screen.findByRole('button', { name: 'Filter' })
  for (let times = 0; times < 5; times += 1) {
    button.focus()
    await user.keyboard('{Enter}')
    const field = await screen.findByRole('textbox', { name: 'Least' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    // What was still waiting to take the focus gets it for no longer than that.
    field.focus()
    expect(document.activeElement).toBe(button)
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(document.activeElement).toBe(button)
  }
})

test('Escape closes a popover or a menu within a dialog, and the dialog only afterwards', async () => {
  let isClosed = false
  const { user } = showScreen(
    <Dialog title="Limits" onClose={() => (isClosed = true)}>
      <Filter />
      <FloatingMenu returnFocus position="bottom" target={<button type="button">Actions</button>}>
        {(Menu) => <Menu.Item>Edit</Menu.Item>}
      </FloatingMenu>
    </Dialog>,
  )
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await screen.findByRole('textbox', { name: 'Least' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Least' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  ;(await screen.findByRole('menuitem', { name: 'Edit' })).focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull())
  expect(isClosed).toBe(false)
  await user.keyboard('{Escape}')
  expect(isClosed).toBe(true)
})
