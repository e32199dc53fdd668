import { get, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

/** The route by which the audit log is read from its beginning, for what analyses it elsewhere. */
export const changesRoutes = {
  'changes.list': get('admin/changes', [permission('System', 'Audit log', 'list')]),
} as const satisfies Routes
