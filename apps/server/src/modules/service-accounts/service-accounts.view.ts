import type {
  ServiceAccount,
  ServiceKey,
} from '@steward/contract/service-accounts/service-accounts'
import type { AccountRow } from './service-accounts.store.ts'
import type { KeyRow } from './service-keys.store.ts'

/** A key as in the contract. */
export const keyView = (row: KeyRow): ServiceKey => ({
  _id: row.id,
  createdAt: row.created_at,
  createdBy:
    row.created_by && row.creator_name !== null
      ? { _id: row.created_by, name: row.creator_name }
      : null,
  name: row.name,
  prefix: row.prefix,
  status: statusOf(row),
  networks: row.networks,
  maxPerMinute: row.max_per_minute,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  replaces: row.replaces,
  lastUsedAt: row.last_used_at,
  lastUsedFrom: row.last_used_ip,
  refusedAt: row.refused_at,
  refusedFrom: row.refused_ip,
})

export function statusOf({
  revoked_at,
  expires_at,
}: Pick<KeyRow, 'revoked_at' | 'expires_at'>): ServiceKey['status'] {
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) > Date.now() ? 'active' : 'expired'
}

/** An account with its keys as in the contract. */
export const accountView = (row: AccountRow, keys: readonly KeyRow[]): ServiceAccount => ({
  _id: row.id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  name: row.name,
  about: row.about,
  status: row.status as ServiceAccount['status'],
  role: row.role_id ? { _id: row.role_id, name: row.role_name ?? '' } : null,
  lastActiveAt: row.last_active_at,
  keys: keys.filter(({ user_id }) => user_id === row.id).map(keyView),
  version: row.version,
})
