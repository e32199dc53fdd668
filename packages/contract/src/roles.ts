import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { recordFields } from './fields.ts'
import { listQuery, pagination } from './listing.ts'
import { rolesRoutes as routes } from './roles.routes.ts'

/** The states of a role (specification section 4). */
export const roleStatuses = ['active', 'inactive', 'deleted'] as const

/** Permission modules as the specification's section 3 has them. */
export const permissionModulesSchema = z.array(
  z.object({
    module: z.string(),
    submodules: z.array(z.object({ name: z.string(), actions: z.record(z.string(), z.boolean()) })),
  }),
)

/** A role: what its people may do. */
export const role = z
  .object({
    ...recordFields,
    name: z.string(),
    description: z.string().nullable(),
    image: z.string().nullable(),
    status: z.enum(roleStatuses),
    permissions: permissionModulesSchema,
    userCount: z.int(),
    system: z.boolean().meta({ description: 'The owner role, which nobody can change' }),
    version: z.int(),
  })
  .meta({ id: 'Role' })

/** A role: what its people may do. */
export type Role = z.output<typeof role>

/** The query of the three role lists. */
export const rolesQuery = listQuery({
  search: 'name',
  sorts: ['createdAt', 'name', 'userCount'],
  filters: {},
})

const data = z.object({ roles: z.array(role), pagination })

/** Roles (specification section 7, Roles). */
export const rolesEndpoints = {
  'roles.list': endpoint(routes['roles.list'], {
    summary: 'Every role that is not deleted',
    query: rolesQuery,
    data,
  }),
  'roles.listInactive': endpoint(routes['roles.listInactive'], {
    summary: 'Inactive roles',
    query: rolesQuery,
    data,
  }),
  'roles.listDeleted': endpoint(routes['roles.listDeleted'], {
    summary: 'Deleted roles',
    query: rolesQuery,
    data,
  }),
}
