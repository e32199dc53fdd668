// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import '../../api/all-routes.ts'
import { call } from '../../api/client.ts'
import { held, serve, stubServer } from '../../testing/server.ts'
import { syncLiveChanges } from './sync-live-changes.ts'

stubServer()

/** What was missed is asked for while a write is pending. */
function missedDuringWrite() {
  const client = new QueryClient()
  const queryKey = ['users.list', { page: '1' }]
  client.setQueryData(queryKey, { rows: [] })
  const { handler, letGo } = held({ message: '' })
  serve({ 'users.changeStatus': handler })
  const write = call('users.changeStatus', { params: { id: 'u1' } })
  const follower = syncLiveChanges(client, () => {})
  const done = Promise.all([write, follower.missed(0)])
  const isInvalidated = () => client.getQueryState(queryKey)?.isInvalidated
  return { follower, letGo, done, isInvalidated }
}

test('what was missed before the stream opened is reloaded after a pending write', async () => {
  const { follower, letGo, done, isInvalidated } = missedDuringWrite()
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(isInvalidated()).toBe(false)
  letGo()
  await done
  expect(isInvalidated()).toBe(true)
  follower.stop()
})

test('nothing is reloaded once following has ended, as at sign-out', async () => {
  const { follower, letGo, done, isInvalidated } = missedDuringWrite()
  follower.stop()
  letGo()
  await done
  expect(isInvalidated()).toBe(false)
})

test('the first change that somebody else makes after this tab’s own, from before the stream, is followed', async () => {
  const client = new QueryClient()
  let loads = 0
  const queryFn = () => {
    loads += 1
    return {}
  }
  const queryKey = ['users.details', { id: 'u2' }]
  const shown = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 })
  const leave = shown.subscribe(() => {})
  await waitFor(() => expect(loads).toBe(1))
  serve({ 'users.changeStatus': () => ({ message: '' }) })
  await call('users.changeStatus', { params: { id: 'u2' } })
  const follower = syncLiveChanges(client, () => {})
  await follower.missed(60_000)
  expect(loads).toBe(1)
  follower.change({ area: 'users', action: 'update', ids: ['u2'], at: '' })
  await waitFor(() => expect(loads).toBe(2))
  follower.stop()
  leave()
})
