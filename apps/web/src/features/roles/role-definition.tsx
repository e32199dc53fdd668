import type { Role } from '@steward/contract/roles'
import { textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
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
import type { RoleList } from './roles.queries.ts'

const columns: ListDefinition<Role>['columns'] = [
  {
    key: 'name',
    label: 'Name',
    width: 240,
    least: 150,
    most: 280,
    beside: 34,
    sort: 'name',
    cell: (role) => <PictureCell shape="thing" name={role.name} image={role.image} />,
    text: (role) => textOf(role.name) ?? '',
  },
  textColumn('description', 'Description', (role) => role.description, {
    width: 320,
    least: 160,
    lines: 2,
    grow: true,
    card: 'none',
  }),
  countColumn('people', 'People', (role) => role.userCount, { sort: 'userCount', priority: 3 }),
  statusColumn('status', 'Status', (role) => role.status, { priority: 2 }),
  timeColumn('created', 'Created', (role) => role.createdAt, {
    sort: 'createdAt',
    priority: 4,
  }),
  timeColumn('updated', 'Updated', (role) => role.updatedAt, { hidden: true }),
  actionsColumn((role) => <RoleMenu role={role} />),
]

const hints = {
  roles: 'New roles will appear here.',
  inactiveRoles: 'Deactivated roles will appear here.',
  deletedRoles: 'Deleted roles will appear here.',
}

const define = (list: RoleList): ListDefinition<Role> => ({
  list: lists[list],
  exports: {
    area: list,
    columns: { people: 'userCount', created: 'createdAt', updated: 'updatedAt' },
  },
  searchHint: 'Search by name',
  searched: (role) => [role.name],
  columns,
  filters: [],
  title: (role) => textOf(role.name) ?? 'Unnamed role',
  emptyHint: hints[list],
})

/** The three role lists. */
export const roleDefinitions = {
  roles: define('roles'),
  inactiveRoles: define('inactiveRoles'),
  deletedRoles: define('deletedRoles'),
} as const
