import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

/**
 * What files can be imported into, and the permission that it needs. Members may be businesses:
 * those rows need the same permission for business users.
 */
export const importNeeds = {
  members: permission('Users', 'Members', 'import'),
  posts: permission('Community', 'Feed posts', 'import'),
  events: permission('Community', 'Events', 'import'),
  polls: permission('Community', 'Polls and surveys', 'import'),
  tasks: permission('Operations', 'Tasks', 'import'),
  bills: permission('Operations', 'Bills', 'import'),
  shoppingPosts: permission('Catalogue', 'Shopping posts', 'import'),
} as const

/** An area that files can be imported into. */
export type ImportArea = keyof typeof importNeeds

/** Bytes that a file may have. */
export const mostImportBytes = 200 * 1024 * 1024

/** Imports: a file is uploaded, looked at, and read in by a job. */
export const importsRoutes = {
  'imports.create': {
    method: 'POST',
    path: 'admin/imports',
    needs: [
      importNeeds.members,
      importNeeds.posts,
      importNeeds.events,
      importNeeds.polls,
      importNeeds.tasks,
      importNeeds.bills,
      importNeeds.shoppingPosts,
    ],
  },
  'imports.details': { method: 'GET', path: 'admin/imports/{id}', needs: 'session' },
  'imports.preview': { method: 'POST', path: 'admin/imports/{id}/preview', needs: 'session' },
  'imports.start': { method: 'POST', path: 'admin/imports/{id}/start', needs: 'session' },
  'imports.report': { method: 'GET', path: 'admin/imports/{id}/report', needs: 'session' },
  'imports.delete': { method: 'DELETE', path: 'admin/imports/{id}', needs: 'session' },
} as const satisfies Routes
