import { del, get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

/** The permission to share a view, and to change a shared one. */
export const shareNeeds = permission('System', 'Saved views', 'share')

/** The routes of saved views. The own ones need a session; handlers require {@link shareNeeds} for shared ones. */
export const savedViewsRoutes = {
  'savedViews.list': get('admin/saved-views', 'session'),
  'savedViews.roles': get('admin/saved-views/roles', [shareNeeds]),
  'savedViews.create': post('admin/saved-views', 'session'),
  'savedViews.update': put('admin/saved-views/{id}', 'session'),
  'savedViews.delete': del('admin/saved-views/{id}', 'session'),
  'savedViews.restore': put('admin/saved-views/{id}/restore', 'session'),
} as const satisfies Routes
