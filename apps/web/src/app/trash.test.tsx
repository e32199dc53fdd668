// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { useConnection } from '../api/browser/connection.ts'
import { prepareApp, showApp } from '../testing/app.tsx'
import { calls, callsOf, held, refusal, type Sent, serve } from '../testing/server.ts'

prepareApp()

const at = '2026-11-20T10:00:00.000Z'
const ada = { _id: 'u1', name: 'Ada' }
const bill = (n: number, more: object = {}) => ({
  _id: `b${n}`,
  number: `B-${n}`,
  title: 'Rent',
  ...more,
})
const gone = [
  bill(1, { deletedAt: at, deletedBy: ada }),
  bill(2, { deletedAt: at, deletedBy: null }),
  bill(3, { deletedAt: at, deletedBy: { _id: 'u9', name: '' } }),
]
const page = (rows: readonly object[], { query }: Sent) => ({
  data: {
    bills: rows,
    pagination: { page: 1, limit: Number(query['limit']), total: rows.length, totalPages: 1 },
  },
})

/** A server with a trash, of bills that are deleted and others. */
const withTrash = () =>
  serve({
    'profile.own': () => ({ data: { _id: 'me', name: 'Me' } }),
    'trash.settings': () => ({ data: { days: 30 } }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'bills.list': (sent) => page(sent.query['deleted'] === 'only' ? gone : [bill(4)], sent),
  })

const toDeleted = () => screen.findByRole('link', { name: 'Deleted' })
const cellsOf = async (number: string) => {
  const row = (await screen.findByText(number)).closest('tr') as HTMLElement
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}

describe('the deleted records of an area', () => {
  beforeEach(withTrash)

  test('are found beside the title, with who and when, the last one first', async () => {
    const { user, address } = showApp('/bills?status=due&sort=amount&page=3&columns=title&open=b4')
    await user.click(await toDeleted())
    await waitFor(() => expect(address()).toBe('/bills?status=due&deleted=only'))
    expect((await cellsOf('B-1'))[3]).toBe('Ada')
    expect((await cellsOf('B-2'))[3]).toBe('Steward')
    expect((await cellsOf('B-3'))[3]).toBe('Deleted user')
    const last = callsOf('bills.list').at(-1)?.query
    expect(last).toEqual({
      page: '1',
      limit: '25',
      status: 'due',
      sort: '-deletedAt',
      deleted: 'only',
    })
    expect(await screen.findByText(/kept for 30 days, then deleted permanently/)).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'All' }))
    await waitFor(() => expect(address()).toBe('/bills?status=due'))
    await screen.findByText('B-4')
  })

  test('are only read: neither form nor import, whatever the address says', async () => {
    showApp('/bills?deleted=only&open=b1&edit=b1')
    const drawer = await screen.findByRole('dialog')
    expect((await within(drawer).findByRole('note')).textContent).toMatch(
      /^Deleted by Ada on .*\. It is kept until .*, then deleted permanently\.$/,
    )
    await within(drawer).findByRole('button', { name: 'Restore' })
    const buttons = within(drawer).getAllByRole('button')
    expect(buttons.map((each) => each.textContent).filter(Boolean)).toEqual([
      'Restore',
      'Delete permanently',
      'History',
    ])
    expect(within(drawer).queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
  })

  test('are kept for ever where the server is set so, and say no day then', async () => {
    serve({ 'trash.settings': () => ({ data: { days: 0 } }) })
    showApp('/bills?deleted=only&open=b1')
    await screen.findByText('Deleted records are kept until somebody deletes them permanently.')
    const drawer = await screen.findByRole('dialog')
    const note = await within(drawer).findByRole('note')
    expect(note.textContent).not.toContain('It is kept')
  })

  test('may be on their way, and may be none', async () => {
    const { handler, letGo } = held({
      data: { bills: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } },
    })
    serve({ 'bills.list': handler })
    showApp('/bills?deleted=only')
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull())
    letGo()
    await screen.findByRole('heading', { name: 'No deleted records' })
  })

  test('say so when they can’t be loaded', async () => {
    serve({ 'bills.list': () => refusal(422, { message: 'The till is closed.' }) })
    showApp('/bills?deleted=only')
    await screen.findByRole('heading', { name: 'The deleted bills could not be loaded' })
    await screen.findByText('The till is closed.')
  })

  test('leave their list at once when they are restored, and come back where that is refused', async () => {
    const { handler, letGo } = held(refusal(409, { message: 'Its number is taken.' }))
    serve({ 'bills.restore': handler })
    const { user } = showApp('/bills?deleted=only')
    await user.click(await screen.findByRole('button', { name: 'Actions for B-1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByText('B-1')).toBeNull())
    expect(screen.getByText('B-2')).toBeDefined()
    letGo()
    await screen.findByText('Its number is taken.')
    await screen.findByText('B-1')
  })

  test('are deleted for good after a question that stays with the server’s words', async () => {
    let refused = true
    serve({
      'bills.purge': () =>
        refused ? refusal(409, { message: 'Something hangs on it.' }) : { message: 'Gone.' },
    })
    const { user } = showApp('/bills?deleted=only')
    await user.click(await screen.findByRole('button', { name: 'Actions for B-2' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete permanently' }))
    const question = await screen.findByRole('dialog', { name: 'Delete B-2 permanently?' })
    expect(question.textContent).toContain('can’t be undone')
    expect(document.activeElement?.textContent).toBe('Cancel')
    const go = within(question).getByRole('button', { name: 'Delete permanently' })
    await user.click(go)
    await within(question).findByText('Something hangs on it.')
    expect(screen.getByRole('cell', { name: 'B-2' })).toBeDefined()
    refused = false
    serve({ 'bills.list': (sent) => page(gone.slice(0, 1), sent) })
    await user.click(go)
    await screen.findByText('Gone.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'B-2' })).toBeNull())
    expect(callsOf('bills.purge').map(({ params }) => params)).toEqual([{ id: 'b2' }, { id: 'b2' }])
  })

  test('are all deleted for good by one job, after a question that Enter answers with no', async () => {
    serve({ 'jobs.create': () => refusal(422, { message: 'Not now.' }) })
    const { user } = showApp('/bills?deleted=only')
    await screen.findByText('B-1')
    await user.click(screen.getByLabelText('Select all rows of this page'))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected rows' }))
    expect(bar.queryByRole('button', { name: /^(Delete|Set status)$/ })).toBeNull()
    await user.click(bar.getByRole('button', { name: 'Delete permanently' }))
    const question = await screen.findByRole('dialog', { name: 'Delete 3 bills permanently?' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.click(within(question).getByRole('button', { name: 'Delete 3 bills permanently' }))
    await waitFor(() => expect(callsOf('jobs.create')).toHaveLength(1))
    expect(callsOf('jobs.create')[0]?.body).toEqual({
      area: 'bills',
      action: 'purge',
      ids: ['b1', 'b2', 'b3'],
    })
    await screen.findByText('Not now.')
  })

  test('become a file with who and when, all of them or the chosen ones', async () => {
    serve({ 'exports.create': () => refusal(422, { message: 'Not now.' }) })
    const { user } = showApp('/bills?deleted=only')
    await screen.findByText('B-1')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(callsOf('exports.create')).toHaveLength(1))
    expect(callsOf('exports.create')[0]?.body).toMatchObject({
      query: { deleted: 'only', sort: '-deletedAt' },
      columns: expect.arrayContaining(['number', 'deletedAt', 'deletedBy']),
    })
    await user.click(screen.getByRole('checkbox', { name: /^Select B-1/ }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected rows' }))
    await user.click(bar.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(callsOf('exports.create')).toHaveLength(2))
    expect(callsOf('exports.create')[1]?.body).toMatchObject({
      query: { deleted: 'all' },
      ids: ['b1'],
    })
  })

  test('are not chosen any more once the others are shown', async () => {
    const { user } = showApp('/bills?deleted=only')
    await screen.findByText('B-1')
    await user.click(screen.getByLabelText('Select all rows of this page'))
    expect(screen.getByRole('toolbar', { name: 'Selected rows' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'All' }))
    await screen.findByText('B-4')
    expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull()
  })

  test('without the permission for it, nothing can be done with them', async () => {
    serve({ 'permissions.own': () => ({ data: permissionModules((p) => p.action === 'list') }) })
    const { user } = showApp('/bills?deleted=only')
    await screen.findByText('B-1')
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
    await user.click(screen.getByLabelText('Select all rows of this page'))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected rows' }))
    expect(bar.queryByRole('button', { name: /^(Restore|Delete)/ })).toBeNull()
  })
})

describe('roles and users, for which there is no job', () => {
  const role = (n: number) => ({
    _id: `r${n}`,
    name: `Role ${n}`,
    status: 'deleted',
    deletedAt: at,
    deletedBy: ada,
  })

  const choose = async (user: ReturnType<typeof showApp>['user'], action: string) => {
    await screen.findByText('Role 1')
    await user.click(screen.getByLabelText('Select all rows of this page'))
    await user.click(
      await within(screen.getByRole('toolbar', { name: 'Selected rows' })).findByRole('button', {
        name: action,
      }),
    )
    return await screen.findByRole('dialog')
  }

  beforeEach(() => {
    withTrash()
    serve({ 'roles.listDeleted': () => ({ data: { roles: [1, 2, 3].map(role) } }) })
  })

  test('go one after the other, and what could not be done is said with its reason', async () => {
    serve({
      'roles.purge': ({ params }) =>
        params['id'] === 'r2' ? refusal(409, { message: 'Ada has it.' }) : {},
    })
    const { user } = showApp('/roles/deleted')
    const dialog = await choose(user, 'Delete permanently')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    expect(callsOf('roles.purge')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Delete 3 roles permanently' }))
    await within(dialog).findByText('2 roles deleted permanently.')
    expect(within(dialog).getByRole('listitem').textContent).toBe('Role 2: Ada has it.')
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull())
  })

  test('stop where they are told to, and say how many were not processed', async () => {
    const first = held({})
    serve({ 'roles.restore': first.handler })
    const { user } = showApp('/roles/deleted')
    const dialog = await choose(user, 'Restore')
    await user.click(within(dialog).getByRole('button', { name: 'Restore 3 roles' }))
    await within(dialog).findByText('0 of 3')
    await user.click(within(dialog).getByRole('button', { name: 'Stop' }))
    first.letGo()
    await within(dialog).findByText('1 role restored, 2 not processed.')
    expect(callsOf('roles.restore')).toHaveLength(1)
  })

  test('stop where the server can’t be reached', async () => {
    const { user } = showApp('/roles/deleted')
    const dialog = await choose(user, 'Restore')
    useConnection.setState({ online: false })
    await user.click(within(dialog).getByRole('button', { name: 'Restore 3 roles' }))
    await within(dialog).findByText('0 roles restored, 2 not processed.')
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
    useConnection.setState({ online: true })
  })
})

describe('before another server', () => {
  const asksForDeleted = () =>
    calls.filter(({ query }) => query['deleted'] || query['sort']?.includes('deletedAt'))

  test('that knows the specification alone, nothing of it is there', async () => {
    serve({ 'bills.list': () => ({ data: { bills: [bill(4)] } }) })
    serve({ 'bills.totals': () => refusal(404, { message: 'No such call' }) })
    showApp('/bills')
    await screen.findByText('B-4')
    await waitFor(() => expect(callsOf('profile.own')).toHaveLength(1))
    expect(screen.queryByRole('navigation', { name: 'Deleted or not' })).toBeNull()
    expect(asksForDeleted()).toEqual([])
  })

  test('nothing of it is offered before it is known whether the server can do it', async () => {
    withTrash()
    const { handler, letGo } = held({ data: { _id: 'me' } })
    serve({ 'profile.own': handler })
    showApp('/bills')
    await screen.findByText('B-4')
    expect(screen.queryByRole('link', { name: 'Deleted' })).toBeNull()
    letGo()
    expect(await toDeleted()).toBeDefined()
  })

  test('its deleted roles are listed as the specification has them', async () => {
    const roles = [{ _id: 'r1', name: 'Old', status: 'deleted' }]
    serve({ 'roles.listDeleted': () => ({ data: roles }) })
    showApp('/roles/deleted')
    await screen.findByText('Old')
    await waitFor(() => expect(callsOf('profile.own')).toHaveLength(1))
    expect(screen.queryByRole('columnheader', { name: /^(Deleted|By)$/ })).toBeNull()
    expect(asksForDeleted()).toEqual([])
    expect(callsOf('trash.settings')).toEqual([])
  })

  test('an older one of ours has no trash: what isn’t deleted is shown', async () => {
    withTrash()
    serve({
      'trash.settings': () => refusal(404, { message: 'There is no such call.' }),
      'bills.list': (sent) => page([bill(4)], sent),
    })
    showApp('/bills?deleted=only')
    await screen.findByText('B-4')
    await waitFor(() =>
      expect(screen.queryByRole('navigation', { name: 'Deleted or not' })).toBeNull(),
    )
    expect(screen.queryByText(/No deleted records/)).toBeNull()
  })

  test('one that passes over what it is asked has no live record taken for deleted', async () => {
    withTrash()
    serve({ 'bills.list': (sent) => page([bill(4), gone[0] as object], sent) })
    showApp('/bills?deleted=only')
    await screen.findByText('B-1')
    await waitFor(() => expect(screen.queryByText('B-4')).toBeNull())
  })
})
