import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

const list = [permission('Operations', 'Bills', 'list')] as const
const remove = [permission('Operations', 'Bills', 'delete')] as const

/** Bills (specification section 7, Other areas). */
export const billsRoutes = {
  'bills.list': { method: 'GET', path: 'admin/bills', needs: list },
  'bills.totals': { method: 'GET', path: 'admin/bills/totals', needs: list },
  'bills.update': {
    method: 'PUT',
    path: 'admin/bills/{id}',
    needs: [permission('Operations', 'Bills', 'update')],
  },
  'bills.delete': { method: 'DELETE', path: 'admin/bills/{id}', needs: remove },
  'bills.restore': { method: 'PUT', path: 'admin/bills/{id}/restore', needs: remove },
} as const satisfies Routes
