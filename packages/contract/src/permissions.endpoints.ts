import { endpoint } from './endpoint.ts'
import { permissionsRoutes as routes } from './permissions.routes.ts'
import { permissionModulesSchema } from './roles.ts'

/** The permissions of the person signed in (specification section 7). */
export const permissionsEndpoints = {
  'permissions.own': endpoint(routes['permissions.own'], {
    summary: 'The permission modules of the person signed in',
    data: permissionModulesSchema,
  }),
}
