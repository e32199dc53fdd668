// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { serveLive } from '../testing/live.ts'
import { callsOf, refusal, serve } from '../testing/server.ts'

prepareApp()

interface Bill {
  _id: string
  number: string
  title: string
  status: string
  version: number
}
const bill = (number: number, more: Partial<Bill> = {}): Bill => ({
  _id: `b${number}`,
  number: String(number),
  title: `Bill ${number}`,
  status: 'due',
  version: 1,
  ...more,
})

/** A server with bills, which the test changes, and the stream that tells of it. */
function serveBills(bills: Bill[]) {
  const all = { bills }
  serve({
    'bills.list': ({ query }) => {
      const limit = Number(query['limit'])
      const total = all.bills.length
      const pagination = { page: 1, limit, total, totalPages: Math.ceil(total / limit) }
      return { data: { bills: all.bills.slice(0, limit), pagination } }
    },
    'bills.totals': () => ({ data: { totals: [] } }),
    'live.presence': () => ({ data: { others: [] } }),
    'auditLog.list': () => ({ data: { entries: [], pagination: null } }),
  })
  return Object.assign(all, serveLive())
}
const loads = () => callsOf('bills.list').length
const row = (name: RegExp) => screen.findByRole('row', { name })
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function open(at: string, bills: Bill[]) {
  const server = serveBills(bills)
  const app = showApp(at)
  await row(/Bill 1/)
  await expect.poll(() => server.opened.length).toBe(1)
  await wait(50)
  return { server, ...app }
}

test('a row changes where it stands, and what is new waits behind a button', async () => {
  const { server, user } = await open('/bills', [bill(1), bill(2)])
  const before = await row(/Bill 2/)
  server.bills = [bill(3), bill(1), bill(2, { title: 'Bill 2, corrected', version: 2 })]
  server.change({ area: 'bills', action: 'update', ids: ['b2'] })
  server.change({ area: 'bills', action: 'create', ids: ['b3'] })
  expect(await row(/Bill 2, corrected/)).toBe(before)
  expect(screen.queryByRole('row', { name: /Bill 3/ })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bills3')
  await screen.findByText('1 new bill. Use the button above the rows to show them.')
  await user.click(screen.getByRole('button', { name: '1 new: show' }))
  const [, first] = await screen.findAllByRole('row')
  expect(first?.textContent).toContain('Bill 3')
  await expect.poll(() => document.activeElement).toBe(first)
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
  expect(loads()).toBe(2)
})

test('a deleted row stays marked while the focus is among the rows', async () => {
  const { server, user } = await open('/bills', [bill(1), bill(2), bill(3)])
  ;(await row(/Bill 3/)).focus()
  server.bills = [bill(1), bill(3)]
  server.change({ area: 'bills', action: 'delete', ids: ['b2'] })
  await row(/Deleted.*2.*Bill 2/)
  await user.click(screen.getByRole('heading', { level: 1 }))
  ;(document.activeElement as HTMLElement).blur()
  await expect.poll(() => screen.queryByRole('row', { name: /Bill 2/ })).toBeNull()
})

test('a storm of changes loads the list once a second, and nothing while nobody looks', async () => {
  const { server } = await open('/bills', [bill(1)])
  const before = loads()
  const until = Date.now() + 2_500
  for (let at = 0; Date.now() < until; at += 1) {
    server.change({ area: 'bills', action: 'update', ids: [`x${at}`] })
    await wait(10)
  }
  expect(loads() - before).toBeGreaterThan(0)
  expect(loads() - before).toBeLessThanOrEqual(3)
  await wait(1_200)
  const quiet = loads()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  server.change({ area: 'bills', action: 'update', ids: ['b1'] })
  await wait(400)
  expect(loads()).toBe(quiet)
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(loads).toBe(quiet + 1)
})

test('an own write is not loaded a second time when it is told', async () => {
  const { server, user } = await open('/bills', [bill(1), bill(2)])
  serve({
    'bills.delete': () => {
      server.bills = [bill(1)]
      return { message: 'Gone', data: null }
    },
  })
  await user.click(within(await row(/Bill 2/)).getByRole('button', { name: /^Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await expect.poll(() => screen.queryByRole('row', { name: /Bill 2/ })).toBeNull()
  await screen.findByText('Gone')
  await wait(100)
  const own = loads()
  server.change({ area: 'bills', action: 'delete', ids: ['b2'] })
  await wait(600)
  expect(loads()).toBe(own)
  // The same record again is somebody else's doing.
  server.bills = [bill(1), bill(2)]
  server.change({ area: 'bills', action: 'restore', ids: ['b2'] })
  await expect.poll(loads).toBe(own + 1)
})

test('what was typed stays when somebody else saves, and the form says so', async () => {
  const { server, user } = await open('/bills?open=b1&edit=b1', [bill(1)])
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await user.clear(title)
  await user.type(title, 'Mine')
  server.bills = [bill(1, { title: 'Theirs', version: 2 })]
  server.change({ area: 'bills', action: 'update', ids: ['b1'] })
  await screen.findByText(/saved this while you were editing\. Your changes are still here\./)
  expect((title as HTMLInputElement).value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Review changes' }))
  await screen.findByRole('radio', { name: 'Title: yours, Mine' })
  await screen.findByRole('radio', { name: 'Title: theirs, Theirs' })
})

test('after a reset everything on the screen is loaded anew, after other permissions those too', async () => {
  const { server } = await open('/bills', [bill(1)])
  const permissions = () => callsOf('permissions.own').length
  const before = { loads: loads(), permissions: permissions() }
  server.event('reset')
  await expect.poll(loads).toBe(before.loads + 1)
  serve({
    'permissions.why': () => refusal(404, { message: 'No such call' }),
    'permissions.own': () => ({
      data: permissionModules(({ submodule }) => submodule === 'Feed posts'),
    }),
  })
  server.event('permissions')
  await expect.poll(() => screen.queryByRole('link', { name: 'Bills' })).toBeNull()
  expect(permissions()).toBeGreaterThan(before.permissions)
})

test('what changed before the stream began is loaded anew', async () => {
  const server = serveBills([bill(1)])
  serveLive('id: 1\nevent: welcome\ndata: {"quiet":10}\n\n')
  showApp('/bills')
  await row(/Bill 1/)
  server.bills = [bill(1), bill(2)]
  await expect.poll(loads).toBe(2)
})

test('who else has a record open is said, asked again when told, and left with the drawer', async () => {
  const { server, user } = await open('/bills?open=b1', [bill(1)])
  const said = () => callsOf('live.presence').map(({ body }) => (body as { open: unknown }).open)
  const here = { area: 'bills', record: 'b1', editing: false }
  await expect.poll(said).toEqual([here])
  const ann = { _id: 'u1', name: 'Ann', image: null }
  const unlisted = { _id: null, name: 'A colleague', image: null, editing: false }
  serve({ 'live.presence': () => ({ data: { others: [{ ...ann, editing: true }, unlisted] } }) })
  server.event('presence', { area: 'bills', ids: ['b1'] })
  await screen.findByText(/is editing/)
  const others = screen.getByRole('list', { name: 'Also viewing' })
  expect(others.textContent).toContain('Ann is editing')
  expect(others.textContent).toContain('A colleague is also viewing this')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await expect.poll(() => said().at(-1)).toEqual({ ...here, editing: true })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Close (Esc)' }))
  await expect.poll(() => said().at(-1)).toBeNull()
})

test('before a server without live changes nothing of it is asked for', async () => {
  const server = serveBills([bill(1)])
  serve({ 'live.stream': () => refusal(404, { message: 'No such call' }) })
  showApp('/bills?open=b1')
  await row(/Bill 1/)
  await expect.poll(() => callsOf('live.stream').length).toBe(1)
  await wait(500)
  expect(callsOf('live.presence')).toEqual([])
  expect(callsOf('live.stream')).toHaveLength(1)
  expect(server.opened).toEqual([])
})
