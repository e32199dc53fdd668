import { get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const personal = { personal: true } as const
const giveRole = [permission('Users', 'Admins', 'update')] as const

/** The routes of permissions on loan, which any member of staff may ask for, and of roles until a time. */
export const loansRoutes = {
  'loans.list': get('admin/loans', 'session', personal),
  'loans.own': get('admin/own-loans', 'session', { ...personal, byItself: true }),
  'loans.details': get('admin/loans/{id}', 'session', personal),
  'loans.ask': post('admin/loans', 'session', personal),
  'loans.grant': put('admin/loans/{id}/grant', 'session', personal),
  'loans.decline': put('admin/loans/{id}/decline', 'session', personal),
  'loans.withdraw': put('admin/loans/{id}/withdraw', 'session', personal),
  'loans.end': put('admin/loans/{id}/end', 'session', personal),
  'temporaryRoles.list': get('admin/temporary-roles/{id}', [permission('Users', 'Admins', 'view')]),
  'temporaryRoles.give': post('admin/temporary-roles/{id}', giveRole, personal),
  'temporaryRoles.end': put('admin/temporary-roles/{id}/end', giveRole, personal),
} as const satisfies Routes
