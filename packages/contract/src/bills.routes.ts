import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

const list = [permissionOn('bills', 'list')] as const
const create = [permissionOn('bills', 'create')] as const
const remove = [permissionOn('bills', 'delete')] as const

/** Bills (specification section 7, Other areas). */
export const billsRoutes = {
  'bills.list': { method: 'GET', path: 'admin/bills', needs: list },
  'bills.details': { method: 'GET', path: 'admin/bills/{id}', needs: list },
  'bills.totals': { method: 'GET', path: 'admin/bills/totals', needs: list },
  'bills.nextNumber': { method: 'GET', path: 'admin/bills/next-number', needs: create },
  'bills.create': { method: 'POST', path: 'admin/bills', needs: create },
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
