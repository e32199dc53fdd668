import { permission } from '@steward/contract/permissions/permissions'
import { hasCall } from '../../api/missing-calls.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'

// i18n-ignore: the names of a permission
const listAdmins = permission('Users', 'Admins', 'list')

/** Whether the person may see who holds which permission, and the server says it. */
export const mayReview = (can: Can): boolean =>
  hasCall('accessReview.list') && needsOf('accessReview.list').some(can) && can(listAdmins)
