// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, serve } from '../../testing/server.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { EraseDialog } from './erase-dialog.tsx'

prepareScreens()
const preview = (changed: object = {}) => ({
  data: {
    name: 'Ada Ames',
    places: [{ place: 'posts', does: 'choose', count: 3 }],
    mentions: { count: 0, names: true },
    obstacle: null,
    ...changed,
  },
})

const Page = () => (
  <button
    type="button"
    onClick={() => openDialog(<EraseDialog id="u1" name="Ada Ames" list="/users/admins" />)}
  >
    Erase Ada
  </button>
)
const open = async () => {
  const { user, address } = showScreen(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Erase Ada' }))
  return { user, address }
}

test('is one dialog while its preview loads and after it, and gives the focus back', async () => {
  const loading = held(preview())
  serve({ 'privacy.preview': loading.handler })
  const { user } = await open()
  const dialog = await screen.findByRole('dialog', { name: /Erase/ })
  const erase = screen.getByRole<HTMLButtonElement>('button', { name: 'Erase' })
  expect(erase.disabled).toBe(true)
  loading.letGo()
  expect(await screen.findByRole('row', { name: /^Feed posts 3/ })).toBeDefined()
  expect(screen.getByRole('dialog', { name: /Erase/ })).toBe(dialog)

  // What is missing has the focus, and nothing is erased.
  await user.click(erase)
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(document.activeElement).toBe(reason))
  expect(callsOf('privacy.erase')).toEqual([])

  await user.keyboard('{Escape}')
  const opener = screen.getByRole('button', { name: 'Erase Ada' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('says what stands in the way, and offers nothing', async () => {
  const obstacle = { message: 'You can’t erase yourself. Ask another owner or admin.' }
  serve({ 'privacy.preview': () => preview({ obstacle }) })
  await open()
  expect(await screen.findByText(obstacle.message)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Erase' }).disabled).toBe(true)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('goes to the list of people that they were in', async () => {
  serve({
    'privacy.preview': () => preview(),
    'privacy.erase': () => ({ message: 'The erasure has started.', data: { _id: 'j1' } }),
  })
  const { user, address } = await open()
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Asked for it')
  await user.type(screen.getByRole('textbox', { name: /^Type the name/ }), 'Ada Ames')
  await user.click(screen.getByRole('button', { name: 'Erase' }))
  await waitFor(() => expect(address()).toBe('/users/admins'))
})
