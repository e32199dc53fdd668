import { del, get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const see = [permission('System', 'Integrations', 'list')] as const
/** The permission to set webhooks up, which the owner of one has to keep. */
export const webhookNeeds = permission('System', 'Integrations', 'update')
const change = [webhookNeeds] as const

export const webhooksRoutes = {
  'webhooks.list': get('admin/integrations/webhooks', see),
  'webhooks.create': post('admin/integrations/webhooks', change, { keyless: true, personal: true }),
  'webhooks.update': put('admin/integrations/webhooks/{id}', change, { personal: true }),
  'webhooks.delete': del('admin/integrations/webhooks/{id}', change),
  'webhooks.restore': put('admin/integrations/webhooks/{id}/restore', change, { personal: true }),
  'webhooks.test': post('admin/integrations/webhooks/{id}/test', change, {
    keyless: true,
    personal: true,
  }),
  'webhooks.rotateSecret': post('admin/integrations/webhooks/{id}/secret', change, {
    keyless: true,
    personal: true,
  }),
  'webhooks.deliveries': get('admin/integrations/webhooks/{id}/deliveries', see),
  'webhooks.replay': post('admin/integrations/webhooks/{id}/replay', change),
} as const satisfies Routes
