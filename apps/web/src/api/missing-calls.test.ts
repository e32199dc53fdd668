// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call, send } from './client.ts'
import { setConfig } from './config.ts'
import { toFailure } from './failure.ts'
import { routeOf } from './known-routes.ts'
import { forgetMissingCalls, hasCall, useMissingCalls } from './missing-calls.ts'

let status = 404
let body: object = { message: 'There is no such thing.' }

beforeEach(() => {
  localStorage.clear()
  forgetMissingCalls()
  status = 404
  body = { message: 'There is no such thing.' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
})
afterEach(() => vi.unstubAllGlobals())

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (thrown: unknown) => toFailure(thrown).code,
  )

it.each([404, 405, 501])(
  'a %d on a path without an id: the server lacks the call',
  async (each) => {
    status = each
    expect(hasCall('bills.totals')).toBe(true)
    expect(await codeOf(call('bills.totals', { query: {} }))).toBe('no_such_call')
    expect(hasCall('bills.totals')).toBe(false)
    expect(hasCall('jobs.list')).toBe(true)
  },
)

it('a path with an id may lack the record only', async () => {
  expect(await codeOf(call('bills.restore', { params: { id: 'b1' } }))).toBe('not_found')
  expect(hasCall('bills.restore')).toBe(true)
})

it('so may one without, where the server says that by its code', async () => {
  body = { message: 'There is no such role.', code: 'not_found' }
  const permissions = { _id: 'r1', permissions: [] }
  expect(await codeOf(call('roles.effect', { body: permissions }))).toBe('not_found')
  expect(hasCall('roles.effect')).toBe(true)
})

it('one call stands for those that can’t be asked without an effect or an id', async () => {
  await codeOf(call('profile.own'))
  for (const name of ['bills.restore', 'users.activity', 'exports.create', 'jobs.create'] as const)
    expect(hasCall(name), name).toBe(false)
  expect(hasCall('accounts.listWaiting')).toBe(true)
  expect(useMissingCalls.getState().asked).toBe(true)
})

it('is asked once where the server has it, too', async () => {
  status = 200
  body = { data: { _id: 'u1' } }
  await call('profile.own')
  expect(useMissingCalls.getState().asked).toBe(true)
  expect(hasCall('bills.restore')).toBe(true)
})

it('calls that the specification names are never given up', async () => {
  expect(await codeOf(send(routeOf('bills.list')))).toBe('not_found')
  expect(useMissingCalls.getState().missing.size).toBe(0)
})

it('holds for the session, a reload included, and no longer', async () => {
  localStorage.setItem('tokenExpiry', '1')
  await codeOf(call('profile.own'))
  const reloaded = async () => {
    vi.resetModules()
    return await import('./missing-calls.ts')
  }
  expect((await reloaded()).useMissingCalls.getState().missing.has('profile.own')).toBe(true)
  localStorage.setItem('tokenExpiry', '2')
  expect((await reloaded()).useMissingCalls.getState().missing.size).toBe(0)
  forgetMissingCalls()
  expect(hasCall('profile.own')).toBe(true)
})

it('config.json may say which calls there are, so that none has to be asked for it', () => {
  setConfig({ offers: ['admin/jobs', 'admin/bills/totals'] })
  forgetMissingCalls()
  expect(useMissingCalls.getState().asked).toBe(true)
  for (const name of ['jobs.list', 'jobs.create', 'bills.totals'] as const)
    expect(hasCall(name), name).toBe(true)
  for (const name of ['profile.own', 'live.stream', 'bills.restore'] as const)
    expect(hasCall(name), name).toBe(false)
  setConfig({})
})
