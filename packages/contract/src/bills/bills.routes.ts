import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import type { Routes } from '../calls/route.ts'

/** Bills (specification section 7, Other areas). */
export const billsRoutes = {
  ...recordRoutes('bills', ['admin/bills', 'admin/bills']),
  ...writeRoutes('bills', 'admin/bills'),
  'bills.totals': {
    method: 'GET',
    path: 'admin/bills/totals',
    needs: [permissionOn('bills', 'list')],
  },
  'bills.nextNumber': {
    method: 'GET',
    path: 'admin/bills/next-number',
    needs: [permissionOn('bills', 'create')],
  },
} as const satisfies Routes
