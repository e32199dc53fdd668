import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions'
import { IconArrowsLeftRight, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListPage } from '../../shared/list/list-page.tsx'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'
import { Permitted } from '../../ui/permissions/permitted.tsx'
import { RoleButtons } from './role-actions.tsx'
import { roleDefinitions } from './role-definition.tsx'
import { RoleRecord } from './role-record.tsx'
import { type RoleList, roleListOptions } from './roles.queries.ts'
import { may } from './roles.writes.ts'

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
    <ListPage
      key={list}
      title="Roles"
      definition={roleDefinitions[list]}
      options={options[list]}
      needs={permission('Roles', 'Roles', 'list')}
      tabs={<LinkTabs label="Roles" tabs={tabs} />}
      actions={
        list === 'all' && (
          <Permitted needs={may.create}>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/roles/new" {...props} />}
            >
              New role
            </Button>
          </Permitted>
        )
      }
      bulk={(chosen) => <CompareButton ids={[...chosen.rows.keys()]} />}
      drawer={({ record }) => (
        <>
          <RoleButtons role={record} />
          <RoleRecord role={record} />
        </>
      )}
    />
  )
}

/** Two roles that are chosen can be compared. */
function CompareButton({ ids }: { ids: string[] }) {
  const navigate = useNavigate()
  const [a, b] = ids
  if (ids.length !== 2) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
      onClick={() => void navigate({ to: '/roles/compare', search: { a, b } as never })}
    >
      Compare
    </Button>
  )
}
