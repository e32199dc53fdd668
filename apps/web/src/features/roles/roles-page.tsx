import { permission } from '@steward/contract/permissions'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { roleDefinitions } from './role-definition.tsx'
import { RoleRecord } from './role-record.tsx'
import { type RoleList, roleListOptions } from './roles.queries.ts'

const tabs = [
  { to: '/roles', label: 'All' },
  { to: '/roles/inactive', label: 'Inactive' },
  { to: '/roles/deleted', label: 'Deleted' },
] as const

const options = {
  all: roleListOptions('all'),
  inactive: roleListOptions('inactive'),
  deleted: roleListOptions('deleted'),
}

/** The role lists: all but the deleted ones, the inactive ones, the deleted ones. */
export function RolesPage({ list }: { list: RoleList }) {
  return (
    <ListScreen
      key={list}
      title="Roles"
      definition={roleDefinitions[list]}
      options={options[list]}
      needs={permission('Roles', 'Roles', 'list')}
      tabs={<LinkTabs label="Roles" tabs={tabs} />}
      drawer={({ record }) => <RoleRecord role={record} />}
    />
  )
}
