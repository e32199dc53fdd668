import { permission } from '@steward/contract/permissions/permissions'
import type { ProvisionedBy } from '@steward/contract/provisioning/provisioning'
import { hasPermission } from '../../../http/authorize.ts'
import type { HandlersOf } from '../../../http/handler.ts'
import type { Services } from '../../../services.ts'
import type { MappedRole } from '../../identity-providers/group-roles.rules.ts'
import { findMappedRoles } from '../../identity-providers/identity-providers.store.ts'
import { modulesOf } from '../../roles/staff.store.ts'
import { scimBase } from '../scim.plugin.ts'
import {
  findActiveServiceAccounts,
  findProvisionedGroups,
  findProvisioning,
  type ProvisionedGroup,
  type ProvisioningRow,
} from './provisioning.store.ts'

const needs = permission('System', 'Integrations', 'provision')

/** Handlers of the page of provisioning. */
export function provisioningHandlers({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): HandlersOf<'provisioning'> {
  return {
    'provisioning.read': async () => {
      const rows = await findProvisioning(db)
      const groups = Map.groupBy(await findProvisionedGroups(db), ({ provider_id }) => provider_id)
      const named = rows.flatMap(({ group_roles }) => group_roles.map(({ role }) => role))
      const roles = await findMappedRoles(db, named)
      const accounts = (await findActiveServiceAccounts(db)).filter(({ permissions }) =>
        hasPermission({ permissions: modulesOf(permissions, false) }, needs),
      )
      const ready = new Set(accounts.map(({ id }) => id))
      return {
        data: {
          baseUrl: scimBase(config),
          providers: rows.map((row) => view(row, groups.get(row.id) ?? [], roles, ready)),
          accounts: accounts.map(({ id, name }) => ({ _id: id, name })),
        },
      }
    },
  }
}

function view(
  row: ProvisioningRow,
  groups: readonly ProvisionedGroup[],
  roles: readonly MappedRole[],
  ready: ReadonlySet<string>,
): ProvisionedBy {
  const { provisioner_id: account, account_name: name, last_error_at: at } = row
  return {
    _id: row.id,
    name: row.name,
    enabled: row.enabled,
    version: row.version,
    account: account === null ? null : { _id: account, name: name ?? '' },
    mayProvision: account !== null && ready.has(account),
    keys: row.keys,
    people: { active: row.active, pending: row.pending, inactive: row.inactive },
    groups: groups.map((group) => groupView(row, group, roles)),
    groupCount: row.group_count,
    lastRequestAt: row.last_request_at,
    lastError:
      at && row.last_error ? { at, call: row.last_error_call ?? '', ...row.last_error } : null,
  }
}

function groupView(
  { group_roles }: ProvisioningRow,
  { id, display_name, external_id, members }: ProvisionedGroup,
  roles: readonly MappedRole[],
): ProvisionedBy['groups'][number] {
  const names = [display_name, external_id]
  const mapped = group_roles.find(({ group }) => names.includes(group))
  const role = mapped && roles.find((each) => each.id === mapped.role)
  return {
    _id: id,
    name: display_name,
    externalId: external_id,
    members,
    role: role ? { _id: role.id, name: role.name, status: role.status } : null,
  }
}
