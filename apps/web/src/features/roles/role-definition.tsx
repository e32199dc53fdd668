import { areas } from '@steward/contract/areas'
import type { Role } from '@steward/contract/roles'
import { textOf } from '../../api/read.ts'
import {
  actionsColumn,
  countColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { RoleMenu } from './role-actions.tsx'
import { allRolesQuery, trimmedRolesQuery } from './role-query.ts'
import type { RoleList } from './roles.queries.ts'

const columns: ListDefinition<Role>['columns'] = [
  {
    key: 'name',
    label: 'Name',
    width: 240,
    sort: 'name',
    cell: (role) => <PictureCell shape="thing" name={role.name} image={role.image} />,
    text: (role) => textOf(role.name) ?? '',
  },
  textColumn('description', 'Description', (role) => role.description, {
    width: 320,
    grow: true,
    card: 'none',
  }),
  countColumn('people', 'People', (role) => role.userCount, { sort: 'userCount' }),
  statusColumn('status', 'Status', (role) => role.status),
  timeColumn('created', 'Created', (role) => role.createdAt, { sort: 'createdAt' }),
  timeColumn('updated', 'Updated', (role) => role.updatedAt, { hidden: true }),
  actionsColumn((role) => <RoleMenu role={role} />),
]

const hints = {
  all: 'Roles that are created appear here.',
  inactive: 'Roles that are set inactive appear here.',
  deleted: 'Deleted roles appear here.',
}

const exportAreas = { all: 'roles', inactive: 'inactiveRoles', deleted: 'deletedRoles' } as const

const define = (list: RoleList): ListDefinition<Role> => ({
  name: 'roles',
  one: list === 'all' ? 'role' : `${list} role`,
  many: list === 'all' ? 'roles' : `${list} roles`,
  exports: {
    area: exportAreas[list],
    columns: { people: 'userCount', created: 'createdAt', updated: 'updatedAt' },
  },
  searchKey: 'name',
  searchHint: 'Search by name',
  searched: (role) => [role.name],
  columns,
  filters: [],
  sorts: areas.roles.sorts,
  title: (role) => textOf(role.name) ?? 'Role without a name',
  send: list === 'all' ? allRolesQuery : trimmedRolesQuery,
  emptyHint: hints[list],
})

/** The three role lists. */
export const roleDefinitions = {
  all: define('all'),
  inactive: define('inactive'),
  deleted: define('deleted'),
} as const
