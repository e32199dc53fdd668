import { z } from 'zod'
import { permissionCatalogue } from '../permissions/permissions.ts'
import { component } from '../values/fields.ts'

/** The permissions of a role in an answer (specification section 3). */
export const permissionModulesSchema = z.array(
  z.object({
    module: z.string(),
    submodules: z.array(z.object({ name: z.string(), actions: z.record(z.string(), z.boolean()) })),
  }),
)

const own = (record: object, key: string): unknown =>
  Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined

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
  .max(100, 'must have at most 100 modules')
  .superRefine((modules, context) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path })
    const seen = new Set<string>()
    for (const [m, { module, submodules }] of modules.entries()) {
      const known = own(permissionCatalogue, module)
      if (!known) {
        refuse('is not a module', m, 'module')
        continue
      }
      for (const [s, { name, actions }] of submodules.entries()) {
        const knownActions = own(known, name) as readonly string[] | undefined
        if (!knownActions) {
          refuse(`is not a submodule of ${module}`, m, 'submodules', s, 'name')
          continue
        }
        const key = `${module}\n${name}`
        if (seen.has(key)) refuse('is there twice', m, 'submodules', s, 'name')
        seen.add(key)
        for (const action of Object.keys(actions).slice(0, 100)) {
          if (!knownActions.includes(action)) {
            refuse(`is not an action of ${name}`, m, 'submodules', s, 'actions', action)
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
