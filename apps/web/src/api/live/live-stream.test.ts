// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSession } from '../../features/session/guard.ts'
import { serveLive } from '../../testing/live.ts'
import { callsOf, refusal, serve, stubServer } from '../../testing/server.ts'
import { useConnection } from '../browser/connection.ts'
import { forgetMissingCalls, hasCall } from '../missing-calls.ts'
import { isFollowing } from './live-state.ts'
import { openLiveStream } from './live-stream.ts'

stubServer()
let close = () => {}
beforeEach(() => {
  forgetMissingCalls()
  keepSession('stored', '2999-01-01T00:00:00Z')
})
afterEach(() => {
  close()
  localStorage.clear()
  useConnection.setState({ online: true })
})

/** Listens, quickly. @returns what was heard */
function listen(pace = {}) {
  const heard: string[] = []
  const note = (what: string) => () => void heard.push(what)
  close = openLiveStream(
    {
      onBegin: note('begin'),
      onChange: ({ area, action, ids }) => heard.push([area, action, ...ids].join(' ')),
      onPresence: ({ area, record }) => heard.push(`presence ${area} ${record}`),
      onLoans: note('loans'),
      onPermissions: note('permissions'),
      onReset: note('reset'),
      onWelcome: (quiet) => heard.push(`quiet ${quiet}`),
    },
    { again: 5, most: 40, silence: 5_000, first: 5_000, ...pace },
  )
  return heard
}
const asked = () => callsOf('live.stream').length

test('tells what comes, however it is cut into pieces', async () => {
  const server = serveLive()
  const heard = listen()
  await expect.poll(() => heard).toEqual(['begin', 'quiet 600000'])
  server.send('id: 7\ndata: {"area":"bills","act')
  server.send('ion":"delete","ids":["b1","b2"],"at":""}\n\n: alive\n\ndata: no JSON\n\n')
  server.event('presence', { area: 'bills', ids: ['b1'] })
  server.event('permissions')
  server.event('something new', { area: 'bills', ids: [] })
  const told = ['bills delete b1 b2', 'presence bills b1', 'permissions']
  await expect.poll(() => heard.slice(2)).toEqual(told)
  expect(callsOf('live.stream')[0]?.headers.get('Authorization')).toBe('Bearer stored')
  expect(isFollowing()).toBe(true)
  close()
  await expect.poll(isFollowing).toBe(false)
})

test('goes on behind the last event where the stream breaks off', async () => {
  const server = serveLive()
  const heard = listen()
  await expect.poll(() => heard).toContain('begin')
  server.change({ area: 'posts', action: 'create', ids: ['p1'] })
  await expect.poll(() => heard).toContain('posts create p1')
  server.end()
  await expect.poll(() => server.opened.map(({ after }) => after)).toEqual([null, '2'])
  server.change({ area: 'posts', action: 'update', ids: ['p1'] })
  await expect.poll(() => heard).toContain('posts update p1')
  expect(heard).not.toContain('reset')
})

test('has everything loaded anew where it can’t tell what it missed', async () => {
  const server = serveLive('event: welcome\ndata: {}\n\n')
  const heard = listen()
  await expect.poll(() => heard).toContain('begin')
  server.end()
  await expect.poll(() => heard).toContain('reset')
  expect(server.opened.map(({ after }) => after)).toEqual([null, null])
})

test.each([404, 405, 501])(
  'a server without the call (%i) is asked once a session',
  async (status) => {
    serve({ 'live.stream': () => refusal(status, { message: 'No such call' }) })
    listen()
    await expect.poll(() => hasCall('live.stream')).toBe(false)
    close()
    listen()
    await new Promise((done) => setTimeout(done, 60))
    expect(asked()).toBe(1)
  },
)

test('a page that stands in place of the stream counts as none', async () => {
  const headers = { 'Content-Type': 'text/html' }
  serve({ 'live.stream': () => new Response('<!doctype html>', { headers }) })
  listen()
  await expect.poll(() => hasCall('live.stream')).toBe(false)
  expect(asked()).toBe(1)
})

test('a failing server is asked again, each time later', async () => {
  const times: number[] = []
  serve({
    'live.stream': () => {
      times.push(Date.now())
      return refusal(503, { message: 'Later' })
    },
  })
  listen({ again: 20, most: 10_000 })
  await expect.poll(() => times.length, { timeout: 5_000 }).toBe(5)
  const [first = 0, second = 0, , fourth = 0, fifth = 0] = times
  expect(fifth - fourth).toBeGreaterThan((second - first) * 2)
})

test('gives up where something in between gathers the stream', async () => {
  const headers = { 'Content-Type': 'text/event-stream' }
  serve({ 'live.stream': () => new Response(new ReadableStream(), { headers }) })
  listen({ first: 20 })
  await new Promise((done) => setTimeout(done, 400))
  expect(asked()).toBe(3)
  expect(hasCall('live.stream')).toBe(true)
})

test('an event without an end does not fill the memory', async () => {
  const server = serveLive()
  const heard = listen()
  await expect.poll(() => heard).toContain('begin')
  for (let at = 0; at < 20; at += 1) server.send(`data: ${'x'.repeat(50_000)}\n`)
  await expect.poll(() => server.opened.length).toBe(2)
})

test('is silent while offline, and while nobody looks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const server = serveLive()
    useConnection.setState({ online: false })
    const heard = listen({ silence: 60_000 })
    await vi.advanceTimersByTimeAsync(100)
    expect(asked()).toBe(0)
    useConnection.setState({ online: true })
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toContain('begin')
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(1)
    hidden.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(100)
    expect(server.opened.map(({ after }) => after)).toEqual([null, '1'])
    // It was to catch up all along.
    expect(isFollowing()).toBe(true)
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

test('ends with the session', async () => {
  serve({ 'live.stream': () => refusal(401, { message: 'Sign in' }) })
  listen()
  await new Promise((done) => setTimeout(done, 100))
  expect(asked()).toBe(1)
})
