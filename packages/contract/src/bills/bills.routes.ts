import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import { get, type Routes } from '../calls/route.ts'

/** The routes of bills (specification section 7, Other areas). */
export const billsRoutes = {
  ...recordRoutes('bills', ['admin/bills', 'admin/bills']),
  ...writeRoutes('bills', 'admin/bills'),
  'bills.totals': get('admin/bills/totals', [permissionOn('bills', 'list')]),
  'bills.nextNumber': get('admin/bills/next-number', [permissionOn('bills', 'create')]),
} as const satisfies Routes
