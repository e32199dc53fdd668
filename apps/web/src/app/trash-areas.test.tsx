// @vitest-environment jsdom
import type { EndpointName } from '@steward/contract/calls/routes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { callsOf, type Sent, serve } from '../testing/server.ts'

prepareApp()

const at = '2026-11-20T10:00:00.000Z'

interface Case {
  path: string
  list: EndpointName
  restore: EndpointName
  /** The records' key in the answer, and the field that names a record. */
  under: string
  named: 'name' | 'title' | 'text' | 'number'
  more?: object
}

const cases: Case[] = [
  ...(['admins', 'business', 'members'] as const).map((tab) => ({
    path: `/users/${tab}`,
    list: (
      { admins: 'users.listAdmins', business: 'users.listBusiness', members: 'users.list' } as const
    )[tab],
    restore: 'users.restore' as const,
    under: 'users',
    named: 'name' as const,
    more: { type: tab.replace(/s$/, ''), email: 'gone@example.com' },
  })),
  {
    path: '/events',
    list: 'events.list',
    restore: 'events.restore',
    under: 'events',
    named: 'title',
  },
  { path: '/polls', list: 'polls.list', restore: 'polls.restore', under: 'polls', named: 'title' },
  { path: '/tasks', list: 'tasks.list', restore: 'tasks.restore', under: 'tasks', named: 'title' },
  { path: '/bills', list: 'bills.list', restore: 'bills.restore', under: 'bills', named: 'number' },
  { path: '/posts', list: 'posts.list', restore: 'posts.restore', under: 'posts', named: 'text' },
  {
    path: '/categories',
    list: 'categories.list',
    restore: 'categories.restore',
    under: 'categories',
    named: 'name',
  },
  {
    path: '/shopping-posts',
    list: 'shoppingPosts.list',
    restore: 'shoppingPosts.restore',
    under: 'posts',
    named: 'title',
  },
]

test.each(cases)(
  '$path: what is deleted is found with who deleted it, and restored',
  async ({ path, list, restore, under, named, more }) => {
    const record = { _id: 'x1', [named]: 'A record', ...more }
    const gone = { ...record, deletedAt: at, deletedBy: { _id: 'u1', name: 'Ada' } }
    const answer = ({ query }: Sent) => {
      const rows = query['deleted'] === 'only' && callsOf(restore).length === 0 ? [gone] : []
      const pagination = { page: 1, limit: 25, total: rows.length, totalPages: 1 }
      return { data: { [under]: rows, pagination } }
    }
    serve({
      'profile.own': () => ({ data: { _id: 'me', name: 'Me' } }),
      'trash.settings': () => ({ data: { days: 30 } }),
      'bills.totals': () => ({ data: { totals: [] } }),
      'categories.list': () => ({ data: [] }),
      'roles.list': () => ({ data: [] }),
      [list]: answer,
      [restore]: () => ({ data: record }),
    })
    const { user, address } = showApp(`${path}?deleted=only`)
    const row = (await screen.findByText('A record')).closest('tr') as HTMLElement
    expect(within(row).getAllByRole('cell')[3]?.textContent).toBe('Ada')
    await user.click(within(row).getByRole('button', { name: /^Actions for/ }))
    await screen.findByRole('menuitem', { name: 'Restore' })
    const offered = screen.getAllByRole('menuitem').map((item) => item.textContent)
    expect(
      offered.filter((item) => /^(Edit|Delete|Restore|Mark as|Open page)/.test(item ?? '')),
    ).toEqual(['Restore', 'Delete permanently'])
    await user.click(screen.getByRole('menuitem', { name: 'Restore' }))
    await waitFor(() => expect(callsOf(restore).map(({ params }) => params['id'])).toEqual(['x1']))
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'A record' })).toBeNull())
    expect(address()).toBe(`${path}?deleted=only`)
  },
)
