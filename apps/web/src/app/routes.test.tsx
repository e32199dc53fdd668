// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { routes } from '@steward/contract/calls/routes'
import { createMemoryHistory, linkOptions, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepSession } from '../features/session/guard.ts'
import { stubBrowser } from '../testing/stub-browser.ts'
import { keepSessionClient, sessionClient } from './query-client.ts'
import { createAppRouter } from './router.ts'

// The first page of a run also compiles it, on a busy machine for longer than a second.
configure({ asyncUtilTimeout: 20_000 })

const bill = {
  _id: 'b1',
  number: 'B-1',
  title: 'Hall',
  amount: 100,
  currency: 'EUR',
  status: 'due',
}
const listing = {
  message: '',
  data: { bills: [bill], pagination: { page: 1, limit: 25, total: 1, totalPages: 1 } },
}
const permissions = (action: string) => [
  { module: 'Operations', submodules: [{ name: 'Bills', actions: { [action]: true } }] },
]

const own = `/api/${routes['permissions.own'].path}`

let asked: string[] = []
let answers: Record<string, [status: number, body: object]> = {}
const lists = () => asked.filter((path) => /^\/api\/admin\/bills\?/.test(path))

beforeEach(() => {
  asked = []
  answers = {
    '/api/admin/bills': [200, listing],
    [own]: [200, { message: '', data: permissions('list') }],
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace(window.location.origin, '')
    asked.push(path)
    const [status, body] = answers[path.split('?')[0] ?? ''] ?? [404, { message: 'No such call' }]
    return new Response(JSON.stringify(body), { status })
  })
  stubBrowser()
  keepSession('token', new Date(Date.now() + 3_600_000).toISOString())
})
afterEach(() => {
  cleanup()
  keepSessionClient(sessionClient())()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const routerAt = (address: string) =>
  createAppRouter(createMemoryHistory({ initialEntries: [address] }))

const show = (router: ReturnType<typeof routerAt>) =>
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )

it('loads the routes behind the guard for whoever has a session, and keeps address and state', async () => {
  const router = routerAt('/')
  await router.navigate({ to: '/profile', state: { landing: true } })
  // Only what was loaded for it is known by its path; anything else is the one that stands for all.
  expect(Object.keys(router.routesByPath)).toContain('/bills')
  expect(router.state.matches.at(-1)?.routeId).toBe('/guarded/profile')
  expect(router.state.location).toMatchObject({ href: '/profile', state: { landing: true } })
})

it('asks for a list before its page is drawn, by what is proper in the address, and once', async () => {
  const router = routerAt('/bills?status=due&status=evil&page=abc&sort=evil&foreign=1')
  await router.load()
  await waitFor(() => expect(lists()).toEqual(['/api/admin/bills?page=1&limit=25&status=due']))
  show(router)
  expect(await screen.findByText('B-1')).toBeDefined()
  expect(lists()).toHaveLength(1)
  expect(router.state.matches.at(-1)?.search).toEqual({ status: ['due'], foreign: '1' })
})

it('asks for no list whose link is merely passed over', async () => {
  const router = routerAt('/profile')
  await router.load()
  await router.preloadRoute({ to: '/bills' })
  await vi.dynamicImportSettled()
  await new Promise((done) => setTimeout(done, 50))
  expect(lists()).toEqual([])
  await router.navigate({ to: '/bills' })
  await waitFor(() => expect(lists()).toHaveLength(1))
})

it('asks for no list without its permission', async () => {
  answers[own] = [200, { message: '', data: permissions('update') }]
  const router = routerAt('/bills')
  show(router)
  expect(await screen.findByText('Operations · Bills · see the list')).toBeDefined()
  expect(lists()).toEqual([])
})

it('names the permission where the server refuses a list all the same', async () => {
  answers['/api/admin/bills'] = [403, { message: 'No', code: 'not_permitted' }]
  show(routerAt('/bills'))
  expect(await screen.findByText('Operations · Bills · see the list')).toBeDefined()
})

it('asks for nothing anew where a record opens, or the page leads to itself', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const router = routerAt('/bills')
  show(router)
  expect(await screen.findByText('B-1')).toBeDefined()
  vi.setSystemTime(Date.now() + 60_000)
  await router.navigate({ to: '.', search: (before) => ({ ...before, open: 'b1' }) })
  expect(await screen.findByRole('dialog')).toBeDefined()
  await router.navigate({ to: '.', search: true })
  // Whatever the loader might start takes an import and a look at the permissions first.
  await vi.dynamicImportSettled()
  await new Promise((done) => setTimeout(done, 50))
  expect(lists()).toHaveLength(1)
})

it('has typed addresses', () => {
  const link = linkOptions({ to: '/bills', search: { status: ['due'], page: 2 } })
  expect(routerAt('/').buildLocation(link).href).toBe('/bills?status=due&page=2')
  // @ts-expect-error there is no such page
  linkOptions({ to: '/billz' })
  // @ts-expect-error bills have no such status
  linkOptions({ to: '/bills', search: { status: ['sold'] } })
  // @ts-expect-error bills have no such sort
  linkOptions({ to: '/bills', search: { sort: 'name' } })
})
