// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
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
