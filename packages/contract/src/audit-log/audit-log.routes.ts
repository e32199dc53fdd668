import { type Kebab, kebabOf } from '../areas/area-lists.ts'
import { type AreaName, areaNames } from '../areas/areas.ts'
import { get, post, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permissions.ts'

/** The actions whose entries hold the changed columns of a record. */
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

export type AuditAction = (typeof auditActions)[number]

/** What made a request, as far as its headers show. */
export const auditClients = ['browser', 'script'] as const

export type AuditClient = (typeof auditClients)[number]

export const auditDoors = ['api', 'command line', 'import', 'job', 'setup'] as const

export type AuditDoor = (typeof auditDoors)[number]

/**
 * What an entry is about: `accounts` for signing in, permissions on loan and temporary roles, `saved-views` for shared views, `words` for those of the community,
 * `integrations` for keys, webhooks and identity providers.
 */
export type AuditArea = Kebab<AreaName> | (typeof otherAreas)[number]

/** What is no area of records; none of it is undone. */
export const otherAreas = ['accounts', 'saved-views', 'words', 'integrations'] as const

export const auditAreas = [...areaNames.map(kebabOf), ...otherAreas] as unknown as readonly [
  AuditArea,
  ...AuditArea[],
]

const undo = [permission('System', 'Audit log', 'undo')] as const

/** The routes of the audit log (contract, Of the journal and the trash). */
export const auditLogRoutes = {
  'auditLog.list': get('admin/audit-log', [permission('System', 'Audit log', 'list')]),
  'auditLog.undo': post('admin/audit-log/{id}/undo', undo),
  'auditLog.undoSpan': post('admin/audit-log/undo', undo),
} as const satisfies Routes
