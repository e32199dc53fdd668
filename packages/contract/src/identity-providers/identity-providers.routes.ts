import { del, get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const list = permission('System', 'Integrations', 'list')
const update = permission('System', 'Integrations', 'update')

/** The routes of identity providers, and of how staff may sign in. */
export const identityProvidersRoutes = {
  'identityProviders.list': get('admin/integrations/identity-providers', [list]),
  'identityProviders.create': post('admin/integrations/identity-providers', [update]),
  'identityProviders.update': put('admin/integrations/identity-providers/{id}', [update]),
  'identityProviders.delete': del('admin/integrations/identity-providers/{id}', [update]),
  'identityProviders.discover': post('admin/integrations/identity-provider-discovery', [update], {
    readsOnly: true,
    keyless: true,
  }),
  'identityProviders.explain': post(
    'admin/integrations/identity-providers/{id}/explain',
    [update],
    { readsOnly: true, keyless: true },
  ),
  'identityProviders.setPasswords': put('admin/integrations/passwords', [update]),
} as const satisfies Routes
