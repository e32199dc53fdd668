// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { everything, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { useOpenDialog } from '../../ui/dialog/open-dialog.ts'
import { WaitingPage } from './waiting-page.tsx'

prepareScreens()

const person = (n: number) => ({
  _id: `u${n}`,
  name: `Waits ${n}`,
  email: `w${n}@example.com`,
  type: 'admin',
  status: 'pending',
  emailConfirmed: true,
})
const button = (name: string | RegExp) => screen.findByRole('button', { name })

function open(refuse: string[] = []) {
  const decide = ({ request }: { request: string }) =>
    refuse.some((id) => request.endsWith(id))
      ? new Response(
          JSON.stringify({ message: 'Somebody has decided already.', code: 'conflict' }),
          {
            status: 409,
          },
        )
      : { message: 'Done' }
  serve({
    'accounts.listWaiting': () => ({ data: { users: [person(1), person(2)] } }),
    'accounts.approve': decide,
    'accounts.decline': decide,
    'users.restore': () => ({ message: 'Back' }),
    'roles.list': () => ({ data: { roles: [{ _id: 'r1', name: 'Helper', status: 'active' }] } }),
  })
  return showScreen(<WaitingPage />, { at: '/users/waiting', can: everything })
}

test('somebody is declined in their row, and brought back by Undo', async () => {
  const { user } = open()
  await user.click(await button('Decline Waits 1'))
  await user.click(await button('Undo'))
  await waitFor(() => expect(callsOf('users.restore')).toHaveLength(1))
  expect(callsOf('accounts.decline')[0]?.request).toBe('POST admin/user/decline/u1')
})

test('several are approved with one role, which the next time begins with; who is refused is named', async () => {
  const { user } = open(['u2'])
  await screen.findByText('Waits 2')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(await button('Approve…'))
  const field = await screen.findByLabelText('Role')
  await screen.findByRole('option', { name: 'Helper' })
  await user.selectOptions(field, 'Helper')
  await user.click(await button('Approve'))
  expect(await screen.findByText(/Somebody has decided already/)).toBeDefined()
  expect(callsOf('accounts.approve').map(({ body }) => body)).toEqual([
    { role: 'r1' },
    { role: 'r1' },
  ])
  await user.click(await button('Cancel'))
  await user.click(await button('Approve… Waits 1'))
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('r1'))
})

test('approving is stopped after the one who is being let in, and the others still wait', async () => {
  let answer = () => {}
  const { user } = open()
  serve({
    'accounts.listWaiting': () => ({ data: { users: [person(1), person(2)] } }),
    'accounts.approve': () =>
      new Promise((resolve) => {
        answer = () => resolve({ message: 'Done' })
      }),
    'roles.list': () => ({ data: { roles: [{ _id: 'r1', name: 'Helper', status: 'active' }] } }),
  })
  await screen.findByText('Waits 2')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(await button('Approve…'))
  await screen.findByRole('option', { name: 'Helper' })
  await user.selectOptions(await screen.findByLabelText('Role'), 'Helper')
  await user.click(await button('Approve'))
  await user.click(await button('Stop'))
  expect(screen.getByRole('dialog')).toBeDefined()
  answer()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('accounts.approve')).toHaveLength(1)
})

test('nobody is forgotten where the server can’t be reached', async () => {
  const { user } = open()
  let away = true
  serve({
    'accounts.listWaiting': () => ({ data: { users: [person(1), person(2)] } }),
    'accounts.approve': () => {
      if (away) throw new TypeError('Failed to fetch')
      return { message: 'Done' }
    },
    'roles.list': () => ({ data: { roles: [{ _id: 'r1', name: 'Helper', status: 'active' }] } }),
  })
  await screen.findByText('Waits 2')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(await button('Approve…'))
  await screen.findByRole('option', { name: 'Helper' })
  await user.selectOptions(await screen.findByLabelText('Role'), 'Helper')
  await user.click(await button('Approve'))
  expect(await screen.findAllByText(/^Waits \d: /)).toHaveLength(2)
  expect(screen.getByRole('heading', { name: 'Approve 2 people' })).toBeDefined()
  away = false
  await user.click(await button('Approve'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a question goes with the page', async () => {
  const { user, go } = open()
  await user.click(await button('Approve… Waits 1'))
  await screen.findByRole('dialog')
  go('/elsewhere')
  await waitFor(() => expect(useOpenDialog.getState().dialog).toBeNull())
})

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('a key approves who has the focus, and the keys are told where they are heard', async () => {
  open()
  const button = await screen.findByRole('button', { name: 'Approve… Waits 1' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('a')
  expect(button.title).toBe('Approve… (a)')
  document.querySelector<HTMLElement>('[data-row="u1"]')?.focus()
  press('a')
  expect(await screen.findByRole('dialog', { name: 'Approve Waits 1' })).toBeDefined()
})

test('a key declines once, and the next step goes on from there', async () => {
  let waits = [1, 2, 3]
  open()
  serve({
    'accounts.listWaiting': () => ({ data: { users: waits.map(person) } }),
    'accounts.decline': () => {
      waits = [1, 3]
      return { message: 'Done' }
    },
  })
  await screen.findByText('Waits 3')
  document.querySelector<HTMLElement>('[data-row="u2"]')?.focus()
  press('d')
  await waitFor(() => expect(document.querySelector('[data-row="u2"]')).toBeNull())
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  press('d')
  press('j')
  expect(document.activeElement?.getAttribute('data-row')).toBe('u3')
  expect(callsOf('accounts.decline')).toHaveLength(1)
})

test('a record that is open is decided on by the same keys', async () => {
  open()
  await screen.findByText('Waits 2')
  fireEvent.click(screen.getByText('Waits 2'))
  const record = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-record]')
    if (!found?.querySelector('[data-actions]')) throw new Error('not yet')
    return found
  })
  record.focus()
  press('a')
  expect(await screen.findByRole('dialog', { name: 'Approve Waits 2' })).toBeDefined()
})

test('a phone’s card holds both decisions', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width: 47.99em'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
  const { user } = open()
  await button('Approve… Waits 1')
  const card = document.querySelector<HTMLElement>('li[data-row="u1"]')
  expect(card).not.toBeNull()
  within(card as HTMLElement).getByRole('button', { name: 'Approve… Waits 1' })
  await user.click(within(card as HTMLElement).getByRole('button', { name: 'Decline Waits 1' }))
  await waitFor(() => expect(callsOf('accounts.decline')).toHaveLength(1))
})
