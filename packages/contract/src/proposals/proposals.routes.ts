import { del, get, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const approve = [permission('System', 'Integrations', 'approve')] as const
const list = [permission('System', 'Integrations', 'list')] as const
const update = [permission('System', 'Integrations', 'update')] as const
const bounds = 'admin/integrations/agents'

/**
 * The routes of proposals, which agents make by MCP and people decide; whoever approves also needs every permission of
 * the change itself.
 */
export const proposalsRoutes = {
  'proposals.list': get('admin/proposals', approve),
  'proposals.details': get('admin/proposals/{id}', approve),
  'proposals.approve': put('admin/proposals/{id}/approve', approve, { personal: true }),
  'proposals.reject': put('admin/proposals/{id}/reject', approve, { personal: true }),
  'agentBounds.list': get(bounds, list),
  'agentBounds.save': put(bounds, update, { personal: true }),
  'agentBounds.delete': del(`${bounds}/{id}`, update, { personal: true }),
} as const satisfies Routes
