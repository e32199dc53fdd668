import { type Permission, permission } from './permissions.ts'
import type { Routes } from './route.ts'

const bills = ['Operations', 'Bills'] as const
const posts = ['Community', 'Feed posts'] as const
const shoppingPosts = ['Catalogue', 'Shopping posts'] as const
const categories = ['Catalogue', 'Categories'] as const

/** What can be done to many records at once, by area, and the permission of each single action. */
export const jobActions = {
  bills: {
    delete: permission(...bills, 'delete'),
    restore: permission(...bills, 'delete'),
    status: permission(...bills, 'update'),
  },
  posts: {
    delete: permission(...posts, 'delete'),
    restore: permission(...posts, 'delete'),
  },
  shoppingPosts: {
    delete: permission(...shoppingPosts, 'delete'),
    restore: permission(...shoppingPosts, 'restore'),
    status: permission(...shoppingPosts, 'status'),
  },
  categories: {
    delete: permission(...categories, 'delete'),
    restore: permission(...categories, 'delete'),
  },
} as const satisfies Record<string, Record<string, Permission>>

/** An area whose records a job can change. */
export type BulkArea = keyof typeof jobActions

/** Jobs: one action on many records, done by the server in batches. */
export const jobsRoutes = {
  'jobs.create': {
    method: 'POST',
    path: 'admin/jobs',
    needs: [
      permission(...bills, 'delete'),
      permission(...bills, 'update'),
      permission(...posts, 'delete'),
      permission(...shoppingPosts, 'delete'),
      permission(...shoppingPosts, 'restore'),
      permission(...shoppingPosts, 'status'),
      permission(...categories, 'delete'),
    ],
  },
  'jobs.list': { method: 'GET', path: 'admin/jobs', needs: 'session' },
  'jobs.details': { method: 'GET', path: 'admin/jobs/{id}', needs: 'session' },
  'jobs.failures': { method: 'GET', path: 'admin/jobs/{id}/failures', needs: 'session' },
  'jobs.pause': { method: 'PUT', path: 'admin/jobs/{id}/pause', needs: 'session' },
  'jobs.resume': { method: 'PUT', path: 'admin/jobs/{id}/resume', needs: 'session' },
  'jobs.cancel': { method: 'PUT', path: 'admin/jobs/{id}/cancel', needs: 'session' },
  'jobs.undo': { method: 'POST', path: 'admin/jobs/{id}/undo', needs: 'session' },
} as const satisfies Routes
