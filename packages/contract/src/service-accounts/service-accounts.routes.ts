import { get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const list = [permission('System', 'Integrations', 'list')] as const
const update = [permission('System', 'Integrations', 'update')] as const
const accounts = 'admin/integrations/service-accounts'
const keys = 'admin/integrations/keys'

/** The routes of service accounts and their keys; the accounts themselves are users too, and changed like those. */
export const serviceAccountsRoutes = {
  'serviceAccounts.list': get(accounts, list),
  'serviceAccounts.create': post(accounts, update, { personal: true }),
  // Each answers with the key, once.
  'serviceAccounts.createKey': post(`${accounts}/{id}/keys`, update, {
    keyless: true,
    personal: true,
  }),
  'serviceAccounts.rotateKey': post(`${keys}/{id}/rotate`, update, {
    keyless: true,
    personal: true,
  }),
  'serviceAccounts.revokeKey': put(`${keys}/{id}/revoke`, update, { personal: true }),
} as const satisfies Routes
