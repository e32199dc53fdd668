import { kebabOf } from '../areas/area-lists.ts'
import { type AreaName, areas } from '../areas/areas.ts'
import { get, post, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permissions.ts'

/** What is done to a record itself: entries of these tell which of its columns changed. */
export const recordActions = [
  'create',
  'update',
  'status',
  'image',
  'delete',
  'restore',
  'purge',
  'undo',
  'keep',
] as const

/** What an entry of the audit log says was done. */
export const auditActions = [
  ...recordActions,
  'comment',
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-end',
  'export',
  'import',
  'job',
] as const

/** What an entry of the audit log says was done. */
export type AuditAction = (typeof auditActions)[number]

/** By what a request to the API was made, as far as its headers tell. */
export const auditClients = ['browser', 'script'] as const

/** By what a request to the API was made. */
export type AuditClient = (typeof auditClients)[number]

/** Through which door a change came. */
export const auditDoors = ['api', 'command line', 'import', 'job', 'setup'] as const

/** Through which door a change came. */
export type AuditDoor = (typeof auditDoors)[number]

/** An area as the audit log names it; `accounts` is what is about signing in, `saved-views` those that are shared. */
export type AuditArea =
  | { [N in AreaName]: N extends 'shoppingPosts' ? 'shopping-posts' : N }[AreaName]
  | 'accounts'
  | 'saved-views'

/** Every area as the audit log names it. */
export const auditAreas = [
  ...(Object.keys(areas) as AreaName[]).map(kebabOf),
  'accounts',
  'saved-views',
] as unknown as readonly [AuditArea, ...AuditArea[]]

const undo = [permission('System', 'Audit log', 'undo')] as const

/** The audit log: who changed what (contract, Of the journal and the trash). */
export const auditLogRoutes = {
  'auditLog.list': get('admin/audit-log', [permission('System', 'Audit log', 'list')]),
  'auditLog.undo': post('admin/audit-log/{id}/undo', undo),
  'auditLog.undoSpan': post('admin/audit-log/undo', undo),
} as const satisfies Routes
