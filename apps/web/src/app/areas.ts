import type { Permission } from '@steward/contract/permissions'
import { type EndpointName, routes } from '@steward/contract/routes'
import type { Can } from '../ui/permissions/permitted.tsx'

/** The permissions of which any one opens a page. */
export type PageNeeds = readonly [Permission, ...Permission[]]

/** What the call that fills a page needs; a page needs nothing else. */
export function needsOf(name: EndpointName): PageNeeds {
  const { needs } = routes[name]
  if (typeof needs === 'string') throw new Error(`${name} needs no permission of its own`)
  return needs
}

/** An entry of the sidebar. */
export interface Area {
  label: string
  /** Where it may lead, best first; the first permitted one is taken. */
  pages: readonly { path: AreaPath; needs: PageNeeds }[]
  icon: AreaIcon
}

/** A page that stands in the sidebar, or behind one of its entries. */
export type AreaPath =
  | '/dashboard'
  | '/roles'
  | '/users/admins'
  | '/users/business'
  | '/users/members'
  | '/users/waiting'
  | '/events'
  | '/polls'
  | '/posts'
  | '/tasks'
  | '/bills'
  | '/categories'
  | '/shopping-posts'

/** The name of an area's icon; the icons themselves are the layout's. */
export type AreaIcon =
  | 'dashboard'
  | 'roles'
  | 'users'
  | 'events'
  | 'polls'
  | 'posts'
  | 'tasks'
  | 'bills'
  | 'categories'
  | 'shopping'

const area = (label: string, icon: AreaIcon, path: AreaPath, call: EndpointName): Area => ({
  label,
  icon,
  pages: [{ path, needs: needsOf(call) }],
})

/** The sidebar: areas by module, in the order of the permission catalogue. */
export const areaGroups: readonly { label: string | null; areas: readonly Area[] }[] = [
  { label: null, areas: [area('Dashboard', 'dashboard', '/dashboard', 'dashboard.counts')] },
  {
    label: 'People',
    areas: [
      area('Roles', 'roles', '/roles', 'roles.list'),
      {
        label: 'Users',
        icon: 'users',
        pages: [
          { path: '/users/admins', needs: needsOf('users.listAdmins') },
          { path: '/users/business', needs: needsOf('users.listBusiness') },
          { path: '/users/members', needs: needsOf('users.list') },
          { path: '/users/waiting', needs: needsOf('accounts.listWaiting') },
        ],
      },
    ],
  },
  {
    label: 'Community',
    areas: [
      area('Events', 'events', '/events', 'events.list'),
      area('Polls and surveys', 'polls', '/polls', 'polls.list'),
      area('Feed posts', 'posts', '/posts', 'posts.list'),
    ],
  },
  {
    label: 'Operations',
    areas: [
      area('Tasks', 'tasks', '/tasks', 'tasks.list'),
      area('Bills', 'bills', '/bills', 'bills.list'),
    ],
  },
  {
    label: 'Catalogue',
    areas: [
      area('Categories', 'categories', '/categories', 'categories.list'),
      area('Shopping posts', 'shopping', '/shopping-posts', 'shoppingPosts.list'),
    ],
  },
]

/** The page that an area leads this person to; undefined where none of it is permitted. */
export const pageOf = (of: Area, can: Can): AreaPath | undefined =>
  of.pages.find((page) => page.needs.some(can))?.path

/** The first page that this person may see; where they land without the dashboard. */
export function firstPage(can: Can): AreaPath | undefined {
  for (const group of areaGroups) {
    for (const each of group.areas) {
      const path = pageOf(each, can)
      if (path) return path
    }
  }
  return undefined
}
