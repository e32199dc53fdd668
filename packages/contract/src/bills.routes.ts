import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

/** Bills (specification section 7, Other areas). */
export const billsRoutes = {
  'bills.list': {
    method: 'GET',
    path: 'admin/bills',
    needs: [permission('Operations', 'Bills', 'list')],
  },
} as const satisfies Routes
