import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { rolesToGive } from '../roles/permissions.rules.ts'
import { findActiveRoles } from '../roles/roles.store.ts'
import { createAccount, createKey, revokeKey, rotateKey } from './service-accounts.service.ts'
import { findServiceAccounts } from './service-accounts.store.ts'
import { accountView } from './service-accounts.view.ts'
import { keysOf } from './service-keys.store.ts'

/** Handlers of service accounts and their keys (docs/decisions/0067-service-accounts.md). */
export function serviceAccountsHandlers({
  db,
}: Pick<Services, 'db'>): HandlersOf<'serviceAccounts'> {
  return {
    'serviceAccounts.list': async ({ session }) => {
      const accounts = await findServiceAccounts(db)
      const keys = await keysOf(
        db,
        accounts.map(({ id }) => id),
      )
      const roles = rolesToGive(await findActiveRoles(db), session).filter(({ system }) => !system)
      return {
        data: {
          accounts: accounts.map((account) => accountView(account, keys)),
          roles: roles.map(({ id, name }) => ({ _id: id, name })),
        },
      }
    },
    'serviceAccounts.create': async ({ body, session }) => ({
      message: 'Service account created',
      data: await createAccount(db, session, body),
    }),
    'serviceAccounts.createKey': async ({ params: { id }, body, session }) => ({
      message: 'Key created',
      data: await createKey(db, session, id, body),
    }),
    'serviceAccounts.rotateKey': async ({ params: { id }, body, session }) => ({
      message: 'Key rotated',
      data: await rotateKey(db, session, id, body),
    }),
    'serviceAccounts.revokeKey': async ({ params: { id }, session }) => ({
      message: 'Key revoked',
      data: await revokeKey(db, session, id),
    }),
  }
}
