import { type Permission, permission } from '@steward/contract/permissions'
import { numberOf } from '../../api/read.ts'

/** A page that a tile leads to. */
type TilePath =
  | '/users/members'
  | '/users/admins'
  | '/users/business'
  | '/roles'
  | '/events'
  | '/polls'
  | '/posts'
  | '/tasks'
  | '/bills'
  | '/categories'
  | '/shopping-posts'

/** One count of the dashboard, ready to be drawn. */
export interface Tile {
  key: string
  label: string
  /** Null where the server's answer holds no number. */
  count: number | null
  /** New records on each day, oldest first; null where the server tells nothing of it. */
  trend: readonly number[] | null
  /** The list that it counts, and the permissions of which any one opens it. */
  list: { path: TilePath; needs: readonly Permission[] } | null
}

const members = permission('Users', 'Members', 'list')
const business = permission('Users', 'Business users', 'list')
const admins = permission('Users', 'Admins', 'list')

const known: Record<string, { label: string; path: TilePath; needs: readonly Permission[] }> = {
  users: { label: 'Users', path: '/users/members', needs: [members, business, admins] },
  admins: { label: 'Admins', path: '/users/admins', needs: [admins] },
  businessUsers: { label: 'Business users', path: '/users/business', needs: [business] },
  members: { label: 'Members', path: '/users/members', needs: [members] },
  roles: { label: 'Roles', path: '/roles', needs: [permission('Roles', 'Roles', 'list')] },
  events: { label: 'Events', path: '/events', needs: [permission('Community', 'Events', 'list')] },
  polls: {
    label: 'Polls and surveys',
    path: '/polls',
    needs: [permission('Community', 'Polls and surveys', 'list')],
  },
  posts: {
    label: 'Feed posts',
    path: '/posts',
    needs: [permission('Community', 'Feed posts', 'list')],
  },
  tasks: { label: 'Tasks', path: '/tasks', needs: [permission('Operations', 'Tasks', 'list')] },
  bills: { label: 'Bills', path: '/bills', needs: [permission('Operations', 'Bills', 'list')] },
  categories: {
    label: 'Categories',
    path: '/categories',
    needs: [permission('Catalogue', 'Categories', 'list')],
  },
  shoppingPosts: {
    label: 'Shopping posts',
    path: '/shopping-posts',
    needs: [permission('Catalogue', 'Shopping posts', 'list')],
  },
}

/**
 * The tiles for whatever a server counts: those that we know in our order, others after them under
 * a name made from their key. Nothing of the answer is required.
 * @param data the `data` of the dashboard call (specification section 3)
 */
export function tilesOf(data: unknown): Tile[] {
  const counts = recordOf(recordOf(data).counts)
  const trends = recordOf(recordOf(data).trends)
  const keys = Object.keys(counts)
  const ours = Object.keys(known).filter((key) => Object.hasOwn(counts, key))
  const theirs = keys.filter((key) => !Object.hasOwn(known, key))
  return [...ours, ...theirs].map((key) => {
    const about = Object.hasOwn(known, key) ? known[key] : undefined
    return {
      key,
      label: about?.label ?? labelOf(key),
      count: numberOf(counts[key]),
      trend: trendOf(trends[key]),
      list: about ? { path: about.path, needs: about.needs } : null,
    }
  })
}

/** `openTickets` and `open_tickets` → `Open tickets`. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : key
}

function trendOf(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  return value.map((each) => Math.max(0, numberOf(each) ?? 0))
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
