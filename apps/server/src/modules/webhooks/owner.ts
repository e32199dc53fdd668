import { permission } from '@steward/contract/permissions/permissions'
import { webhookNeeds } from '@steward/contract/webhooks/webhooks.routes'
import { hasPermission } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import type { Visible } from '../audit-log/audit-log.store.ts'
import { findActiveStaff } from '../roles/active-staff.ts'

/** What the owner of a webhook may see, which is what it sends. */
export interface OwnerView {
  staff: Staff
  visible: Visible
  /** Whether they are told the fields, too. */
  seesDetails: boolean
}

/** Whether somebody may read the audit log itself: who did what to which fields, and not only that something changed. */
export const seesDetails = (staff: Staff): boolean =>
  hasPermission(staff, permission('System', 'Audit log', 'list'))

/** What an owner may see at this moment; undefined for somebody who may not have webhooks. */
export async function findOwnerView(
  services: Pick<Services, 'db' | 'scopeOf'>,
  owner: string | null,
): Promise<OwnerView | undefined> {
  const staff = owner === null ? undefined : await findActiveStaff(services, owner)
  if (!staff || !hasPermission(staff, webhookNeeds)) return undefined
  return {
    staff,
    visible: visibleTo(staff),
    seesDetails: seesDetails(staff),
  }
}
