import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { permissionModulesSchema, permissionSchema } from '../roles/role-fields.ts'
import { person, reference } from '../values/fields.ts'
import { permissionsRoutes as routes } from './permissions.routes.ts'
import { allPermissions } from './permissions.ts'

const name = z.string('is required').max(200, 'must have at most 200 characters')

/** A query that names one permission of the catalogue; without an action it means `list`. */
export const permissionQuery = z
  .object({ module: name, submodule: name, action: name.default('list') })
  .refine(
    ({ module, submodule, action }) =>
      allPermissions.some(
        (each) => each.module === module && each.submodule === submodule && each.action === action,
      ),
    { error: 'is not a permission of the catalogue', path: ['action'] },
  )

const granter = person.extend({ role: reference })

const granters = z
  .array(granter)
  .meta({ description: 'Who can grant it now: they hold it and may update roles; at most 50' })

/** The calls about permissions (specification section 7). */
export const permissionsEndpoints = endpointsOf(routes, {
  'permissions.own': {
    summary: 'The permission modules of the person signed in',
    data: permissionModulesSchema,
  },
  'permissions.why': {
    summary:
      'Whether the person signed in holds a permission, through which role, who can grant it',
    query: permissionQuery,
    data: z.object({
      permission: permissionSchema,
      held: z.boolean(),
      role: z
        .string()
        .meta({ description: 'The name of one’s own role, or of the one looked through' }),
      granters,
    }),
  },
  'permissions.holders': {
    summary: 'The roles that grant a permission, their people, and who can grant it',
    query: permissionQuery,
    data: z.object({
      permission: permissionSchema,
      roles: z.array(
        reference.extend({ status: z.enum(['active', 'inactive']), userCount: z.int() }),
      ),
      people: z
        .array(granter)
        .meta({ description: 'Active people of active roles that grant it, by name, at most 100' }),
      peopleCount: z.int(),
      granters,
    }),
  },
})
