// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { callsOf, type Sent, serve } from '../testing/server.ts'

// A server to the letter of the specification: users have an `id`, shopping posts `_id` and `deletedAt` (section 3).
prepareApp()

const ids = (prefix: string, length: number) =>
  Array.from({ length }, (_, n) => ({ id: `${prefix}${n + 1}` }))
const shown = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row'))

/** A page of records, by `page` and `limit` alone. */
function pageOf(name: string, records: object[], { query }: Sent, first = 25) {
  const [page, limit] = [Number(query['page'] ?? 1), Number(query['limit'] ?? first)]
  const pagination = {
    page,
    limit,
    total: records.length,
    totalPages: Math.ceil(records.length / limit),
  }
  return { data: { [name]: records.slice((page - 1) * limit, page * limit), pagination } }
}

describe.each([
  ['sends all it has', (users: object[]) => () => ({ data: { users } })],
  ['sends pages', (users: object[]) => (sent: Sent) => pageOf('users', users, sent)],
] as const)('members, where everybody’s list says no type and the server %s', (_, answer) => {
  const [admins, business, members] = [ids('a', 2), ids('b', 3), ids('u', 30)]
  beforeEach(() => {
    serve({
      'users.list': answer([...admins, ...business, ...members]),
      'users.listAdmins': answer(admins),
      'users.listBusiness': answer(business),
    })
  })

  test('are those who stand in neither of the two other lists', async () => {
    const { user } = showApp('/users/members')
    await waitFor(() => expect(shown()).toEqual(members.slice(0, 25).map(({ id }) => id)))
    expect(screen.getByText('1–25 of 30')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(shown()).toEqual(members.slice(25).map(({ id }) => id)))
  })

  test('are told by those lists alone that are permitted', async () => {
    const modules = permissionModules(({ submodule }) => submodule !== 'Admins')
    serve({ 'permissions.own': () => ({ data: modules }) })
    const { user } = showApp('/users/business')
    await waitFor(() => expect(shown()).toEqual(['b1', 'b2', 'b3']))
    await user.click(screen.getByRole('link', { name: 'Members' }))
    await waitFor(() => expect(shown()).toContain('u1'))
    expect(shown()).not.toContain('b1')
    expect(shown()).toContain('a1')
    expect(callsOf('users.listAdmins')).toEqual([])
  })
})

test('a search of shopping posts is done here where the server takes only page, limit and includeDeleted', async () => {
  const posts = Array.from({ length: 12 }, (_, n) => ({ _id: `s${n + 1}`, deletedAt: null }))
  serve({ 'shoppingPosts.list': (sent) => pageOf('posts', posts, sent, 10) })
  const { user } = showApp('/shopping-posts')
  await waitFor(() => expect(shown()).toHaveLength(10))
  await user.type(screen.getByLabelText('Search shopping posts'), 's12')
  await waitFor(() => expect(shown()).toEqual(['s12']))
  expect(screen.getByText('1–1 of 1')).toBeDefined()
})

test('a record without an id is shown, and nothing is offered that would need one', async () => {
  const posts = [{ title: 'Lamp' }, { _id: 's2', title: 'Chair' }]
  serve({ 'shoppingPosts.list': (sent) => pageOf('posts', posts, sent, 10) })
  showApp('/shopping-posts')
  await screen.findByText('Lamp')
  await screen.findByRole('button', { name: /^Actions for.*Chair/ })
  expect(screen.queryByRole('button', { name: /^Actions for.*Lamp/ })).toBeNull()
})
