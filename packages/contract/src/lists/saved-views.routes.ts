import { del, get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

/** Also for changing a shared view. */
export const shareNeeds = permission('System', 'Saved views', 'share')

/** One's own need a session; the handlers ask for {@link shareNeeds} where a view is for others. */
export const savedViewsRoutes = {
  'savedViews.list': get('admin/saved-views', 'session'),
  'savedViews.roles': get('admin/saved-views/roles', [shareNeeds]),
  'savedViews.create': post('admin/saved-views', 'session'),
  'savedViews.update': put('admin/saved-views/{id}', 'session'),
  'savedViews.delete': del('admin/saved-views/{id}', 'session'),
  'savedViews.restore': put('admin/saved-views/{id}/restore', 'session'),
} as const satisfies Routes
