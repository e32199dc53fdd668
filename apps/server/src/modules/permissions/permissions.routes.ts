import type { Handlers } from '../../http/routes.ts'

/** The permissions of the person signed in (specification section 7, Dashboard and permissions). */
export function permissionsHandlers(): Handlers<'permissions.own'> {
  return {
    'permissions.own': async ({ session }) => ({ data: session.permissions }),
  }
}
