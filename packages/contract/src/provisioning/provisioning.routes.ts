import { get, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

/** The route of what the page of provisioning shows; SCIM itself is served at `/scim/v2` (RFC 7644). */
export const provisioningRoutes = {
  'provisioning.read': get('admin/integrations/provisioning', [
    permission('System', 'Integrations', 'list'),
  ]),
} as const satisfies Routes
