import type { Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

/** What sharing a view takes, and changing one that is shared. */
export const shareNeeds = permission('System', 'Saved views', 'share')

/**
 * Saved views: names of addresses of lists. One's own need a session alone; the handlers ask for
 * {@link shareNeeds} where a view is for others.
 */
export const savedViewsRoutes = {
  'savedViews.list': { method: 'GET', path: 'admin/saved-views', needs: 'session' },
  'savedViews.roles': { method: 'GET', path: 'admin/saved-views/roles', needs: [shareNeeds] },
  'savedViews.create': { method: 'POST', path: 'admin/saved-views', needs: 'session' },
  'savedViews.update': { method: 'PUT', path: 'admin/saved-views/{id}', needs: 'session' },
  'savedViews.delete': { method: 'DELETE', path: 'admin/saved-views/{id}', needs: 'session' },
  'savedViews.restore': {
    method: 'PUT',
    path: 'admin/saved-views/{id}/restore',
    needs: 'session',
  },
} as const satisfies Routes
