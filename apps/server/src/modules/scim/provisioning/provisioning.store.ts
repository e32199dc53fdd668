import { maxShownGroups } from '@steward/contract/provisioning/provisioning'
import { inNameOrder } from '../../../db/collation.ts'
import type { Db } from '../../../db/connection/connection.ts'
import { queryAll } from '../../../db/connection/query.ts'
import type { ProviderRow } from '../../identity-providers/identity-providers.store.ts'

export interface ProvisioningRow
  extends Pick<
    ProviderRow,
    'id' | 'name' | 'enabled' | 'version' | 'group_roles' | 'provisioner_id'
  > {
  account_name: string | null
  keys: number
  active: number
  pending: number
  inactive: number
  group_count: number
  last_request_at: string | null
  last_error_at: string | null
  last_error_call: string | null
  last_error: { message: string; template?: string; params?: Record<string, unknown> } | null
}

/** The identity providers by name, with what each has provisioned. */
export const findProvisioning = (db: Db) =>
  queryAll(db)<ProvisioningRow>`
    select provider.id, provider.name, provider.enabled, provider.version, provider.group_roles,
      account.id as provisioner_id, account.name as account_name,
      (
        select count(*)::int from service_keys
        where user_id = account.id and revoked_at is null and expires_at > now()
      ) as keys,
      people.active, people.pending, people.inactive,
      (select count(*)::int from scim_groups where provider_id = provider.id) as group_count,
      noted.last_request_at, noted.last_error_at, noted.last_error_call, noted.last_error
    from identity_providers as provider
    left join users as account on account.id = provider.provisioner_id and account.deleted_at is null
    left join scim_providers as noted on noted.provider_id = provider.id
    cross join lateral (
      select count(*) filter (where t.status = 'active')::int as active,
        count(*) filter (where t.status = 'pending')::int as pending,
        count(*) filter (where t.status = 'inactive')::int as inactive
      from scim_users as s join users as t on t.id = s.user_id
      where s.provider_id = provider.id and t.deleted_at is null
    ) as people
    order by ${inNameOrder('provider.name')}, provider.id
  `

export interface ProvisionedGroup {
  id: string
  provider_id: string
  display_name: string
  external_id: string | null
  members: number
}

/** The first groups of each provider, by name, with how many people are in each. */
export const findProvisionedGroups = (db: Db) =>
  queryAll(db)<ProvisionedGroup>`
    select g.id, g.provider_id, g.display_name, g.external_id, (
      select count(*)::int from scim_group_members as membership
      join users as t on t.id = membership.user_id and t.deleted_at is null
      where membership.group_id = g.id
    ) as members
    from identity_providers as provider
    cross join lateral (
      select * from scim_groups where provider_id = provider.id
      order by steward_key(display_name) collate "C" limit ${maxShownGroups}::int
    ) as g
    order by g.provider_id, steward_key(g.display_name) collate "C"
  `

export interface ProvisioningAccount {
  id: string
  name: string
  permissions: string
}

/** The service accounts that are active, with the permissions of their roles. */
export const findActiveServiceAccounts = (db: Db) =>
  queryAll(db)<ProvisioningAccount>`
    select account.id, account.name, role.permissions::text as permissions
    from users as account join roles as role on role.id = account.role_id and role.status = 'active'
    where account.service and account.deleted_at is null and account.status = 'active'
    order by ${inNameOrder('account.name')}, account.id
  `
