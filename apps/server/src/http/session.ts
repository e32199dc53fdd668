import type { PermissionModule } from '@steward/contract/permissions'

/** Who makes a request, as the database has them at this very moment. */
export interface Session {
  id: string
  user: { id: string; name: string }
  /** What the person's role permits; every flag of the catalogue, true for an owner. */
  permissions: PermissionModule[]
}
