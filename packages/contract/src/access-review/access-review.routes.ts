import { get, post, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permissions.ts'

const list = [permission('Roles', 'Roles', 'list')] as const
const update = [permission('Roles', 'Roles', 'update')] as const

/** Through what a person may hold a permission. */
export const sourceKinds = ['owner', 'role', 'group', 'temporaryRole', 'loan'] as const

/** The numbers of days for which a permission may be asked to be unused. */
export const unusedDays = ['30d', '90d', '180d', '365d'] as const

/** The most permissions that are taken away at once. */
export const maxTaken = 100

/** The routes of the access review. Each also needs the permission to list admins. */
export const accessReviewRoutes = {
  'accessReview.list': get('admin/access-review', list),
  'accessReview.listRoles': get('admin/access-review/roles', list),
  'accessReview.file': get('admin/access-review/file', list),
  'accessReview.preview': post('admin/access-review/preview', update, { readsOnly: true }),
  'accessReview.takeAway': post('admin/access-review/take-away', update),
  'accessReview.giveBack': post('admin/access-review/give-back', update),
} as const satisfies Routes
