// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import '../../api/all-routes.ts'
import { call } from '../../api/client.ts'
import { held, serve, stubServer } from '../../testing/server.ts'
import { syncLiveChanges } from './sync-live-changes.ts'

stubServer()

test('what was missed before the stream opened is reloaded after a pending write', async () => {
  const client = new QueryClient()
  const queryKey = ['users.list', { page: '1' }]
  client.setQueryData(queryKey, { rows: [] })
  const isInvalidated = () => client.getQueryState(queryKey)?.isInvalidated
  const { handler, letGo } = held({ message: '' })
  serve({ 'users.changeStatus': handler })
  const write = call('users.changeStatus', { params: { id: 'u1' } })

  const follower = syncLiveChanges(client, () => {})
  const missed = follower.missed(0)
  await new Promise((done) => setTimeout(done, 120))
  expect(isInvalidated()).toBe(false)
  letGo()
  await Promise.all([write, missed])
  expect(isInvalidated()).toBe(true)
  follower.stop()
})
