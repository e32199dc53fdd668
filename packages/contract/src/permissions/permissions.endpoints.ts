import { own } from '@steward/i18n/message'
import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { component, person, reference } from '../values/fields.ts'
import { wording } from '../values/said.ts'
import { conditionsSchema, fieldRulesSchema } from './conditions.endpoints.ts'
import { permissionsRoutes as routes } from './permissions.routes.ts'
import { allPermissions, permissionCatalogue } from './permissions.ts'

/** The permissions of a role in an answer (specification section 3). */
export const permissionModulesSchema = z.array(
  z.object({
    module: z.string(),
    submodules: z.array(z.object({ name: z.string(), actions: z.record(z.string(), z.boolean()) })),
  }),
)

/** The permissions of a role as sent: those left out aren't granted, and unknown names are refused. */
export const permissionModulesSent = z
  .array(
    z.object({
      module: z.string('must be the name of a module'),
      submodules: z
        .array(
          z.object({
            name: z.string('must be the name of a submodule'),
            actions: z.record(z.string(), z.boolean('must be true or false')),
          }),
        )
        .max(100),
    }),
    'must be a list of modules',
  )
  .max(100, wording('must have at most {max} modules', { max: 100 }))
  .superRefine((modules, context) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path })
    const seen = new Set<string>()
    for (const [m, { module, submodules }] of modules.entries()) {
      const known = own<Readonly<Record<string, readonly string[]>>>(permissionCatalogue, module)
      if (!known) {
        refuse('is not a module', m, 'module')
        continue
      }
      for (const [s, { name, actions }] of submodules.entries()) {
        const knownActions = own(known, name)
        if (!knownActions) {
          refuse(wording('is not a submodule of {module}', { module }), m, 'submodules', s, 'name')
          continue
        }
        const key = `${module}\n${name}`
        if (seen.has(key)) refuse('is there twice', m, 'submodules', s, 'name')
        seen.add(key)
        for (const action of Object.keys(actions).slice(0, 100)) {
          if (!knownActions.includes(action)) {
            refuse(
              wording('is not an action of {submodule}', { submodule: name }),
              m,
              'submodules',
              s,
              'actions',
              action,
            )
          }
        }
      }
    }
  })

export const permissionSchema = component('Permission', {
  module: z.string(),
  submodule: z.string(),
  action: z.string(),
})

const name = z
  .string('is required')
  .max(200, wording('must have at most {max} characters', { max: 200 }))

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
    otherFields: { conditions: conditionsSchema, fieldRules: fieldRulesSchema },
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
