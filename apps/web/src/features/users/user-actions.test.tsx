// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { UserButtons } from './user-actions.tsx'

prepareScreens()

const button = (name: string) => screen.findByRole('button', { name })

test('without a status, both actions are offered; the server tells what it has become', async () => {
  const { user } = showScreen(<UserButtons user={{ _id: 'u1' }} />)
  serve({
    'users.changeStatus': () => ({ data: { user: { id: 'u1', status: 'inactive' } } }),
    'users.setShoppingFeed': () => ({}),
  })
  await user.click(await button('Change status'))
  expect(await screen.findByText('Unnamed user is inactive')).toBeDefined()
  await user.click(await button('Close shopping feed'))
  await waitFor(() =>
    expect(callsOf('users.setShoppingFeed')[0]?.body).toEqual({ status: 'inactive' }),
  )
  expect(await screen.findByText('Saved')).toBeDefined()
})

test('says only that it is changed where the answer holds nothing', async () => {
  const { user } = showScreen(<UserButtons user={{ _id: 'u1', name: 'Ada' }} />)
  serve({ 'users.changeStatus': () => ({}) })
  await user.click(await button('Change status'))
  expect(await screen.findByText('Status of Ada changed')).toBeDefined()
})

test('with a status, it is said which way it goes, and the change shows at once', async () => {
  const ada = { _id: 'u1', name: 'Ada', status: 'active', shoppingFeedStatus: 'active' } as const
  const { user } = showScreen(<UserButtons user={ada} />)
  serve({
    'users.changeStatus': () => ({ data: { user: { ...ada, status: 'inactive' } } }),
    'users.setShoppingFeed': () => ({}),
  })
  await user.click(await button('Deactivate'))
  expect(await screen.findByText('Ada is inactive')).toBeDefined()
  await user.click(await button('Undo'))
  await waitFor(() => expect(callsOf('users.changeStatus')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Open shopping feed' })).toBeNull()
  await user.click(await button('Close shopping feed'))
  await waitFor(() =>
    expect(callsOf('users.setShoppingFeed')[0]?.body).toEqual({ status: 'inactive' }),
  )
})

test('who has not confirmed their address, or is another’s to change, has no status to change', async () => {
  const waits = { _id: 'u1', status: 'pending', emailConfirmed: false } as const
  showScreen(<UserButtons user={waits} />)
  await button('Delete')
  expect(screen.queryByRole('button', { name: /ctivate/ })).toBeNull()
})

test('a deletion that the server can’t take back offers no Undo', async () => {
  const { user } = showScreen(<UserButtons user={{ _id: 'u1', name: 'Ada' }} />)
  serve({ 'users.delete': () => ({}), 'profile.own': () => new Response('{}', { status: 404 }) })
  const { call } = await import('../../api/client.ts')
  await call('profile.own').catch(() => {})
  await user.click(await button('Delete'))
  expect(await screen.findByText('User deleted')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
