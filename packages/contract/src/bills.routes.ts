import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

const list = [permissionOn('bills', 'list')] as const
const remove = [permissionOn('bills', 'delete')] as const

/** Bills (specification section 7, Other areas). */
export const billsRoutes = {
  'bills.list': { method: 'GET', path: 'admin/bills', needs: list },
  'bills.totals': { method: 'GET', path: 'admin/bills/totals', needs: list },
  'bills.update': {
    method: 'PUT',
    path: 'admin/bills/{id}',
    needs: [permissionOn('bills', 'update')],
  },
  'bills.delete': { method: 'DELETE', path: 'admin/bills/{id}', needs: remove },
  'bills.restore': { method: 'PUT', path: 'admin/bills/{id}/restore', needs: remove },
  'bills.purge': {
    method: 'DELETE',
    path: 'admin/bills/{id}/purge',
    needs: [permissionOn('bills', 'purge')],
  },
} as const satisfies Routes
