import type { Where } from '@steward/contract/permissions/conditions'
import { permissionModules } from '@steward/contract/permissions/permissions'
import type { Steward } from './lib/steward.ts'
import { type Figure, inTurn, median, printTable, time } from './lib/table.ts'

const times = 45

/** Lists, each with conditions: those that the counters know, and others. */
const lists = [
  {
    path: 'admin/bills',
    of: { module: 'Operations', submodule: 'Bills' },
    search: 'rental',
    wheres: {
      status: { status: ['due'] },
      'currency and status': { status: ['due', 'paid'], currency: ['EUR'] },
      'payer me': { payer: ['me'] },
      'amount.max': { 'amount.max': '500' },
      'createdAt.last': { 'createdAt.last': '30d' },
      'any of two': { status: ['due'], 'amount.max': '500', match: 'any' },
    },
  },
  {
    path: 'admin/post-feed',
    of: { module: 'Community', submodule: 'Feed posts' },
    search: 'market',
    wheres: {
      'no category': { 'category.empty': 'true' },
      'reportCount.min': { 'reportCount.min': '1' },
      'createdAt.last': { 'createdAt.last': '30d' },
    },
  },
]

/** Compares lists of somebody with conditions with those of the owner: whole, and filtered by the same. */
export async function conditions(steward: Steward): Promise<void> {
  const { call, signIn } = steward
  const permissions = permissionModules(({ action }) => action === 'list')
  const role = await call<{ _id: string }>('admin/role/create/role', {
    method: 'POST',
    json: { name: 'Clerks', permissions },
  })
  const email = 'clerk@example.com'
  const person = {
    name: 'Clerk',
    email,
    password: steward.password,
    type: 'admin',
    role: role.data._id,
  }
  const { data: clerk } = await call<{ _id: string }>('admin/user/create', {
    method: 'POST',
    json: person,
  })
  const headers = await signIn(email)
  for (const { path, of, search, wheres } of lists) {
    const figures: Figure[] = []
    for (const [name, where] of Object.entries<Where>(wheres)) {
      await call('admin/role/update/role', {
        method: 'PATCH',
        json: { _id: role.data._id, conditions: [{ ...of, action: 'list', where }] },
      })
      const filters = new URLSearchParams(
        Object.entries(where).flatMap(([key, value]) =>
          [value].flat().map((each) => [key, each === 'me' ? clerk._id : each]),
        ),
      )
      const counted = await call<{ pagination: { total: number } }>(`${path}?total=only`, {
        headers,
      })
      const middle = Math.max(1, Math.floor(counted.data.pagination.total / 50))
      const asks = {
        'first page': 'total=later',
        'page in the middle': `total=later&page=${middle}`,
        total: 'total=only',
        search: `total=later&search=${search}`,
      }
      for (const [what, query] of Object.entries(asks)) {
        const taken = await inTurn(times, {
          narrowed: () => call(`${path}?${query}`, { headers }),
          filtered: () => call(`${path}?${query}&${filters}`),
          whole: () => call(`${path}?${query}`),
        })
        const [narrowed = 0, filtered = 0, whole = 0] = Object.values(taken).map((some) =>
          median(some.map(({ ms }) => ms)),
        )
        figures.push(time(`${name}, ${what}`, ['', narrowed], ['filtered', filtered], 1.2))
        figures.push(time('', ['', narrowed], ['whole', whole]))
      }
    }
    printTable(`${of.submodule} within a condition (median of ${times})`, figures)
  }
}
