import { roleFields } from '@steward/contract/roles/roles.fields'
import { msg, t } from '@steward/i18n/reader'
import type { Role } from '../../api/answers/records.ts'
import { lists } from '../../shared/lists/lists.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { columnsFor } from '../../ui/list/table/field-columns.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { RoleMenu } from './role-actions.tsx'
import type { RoleList } from './roles.queries.ts'

const hints = {
  roles: msg('New roles will appear here.'),
  inactiveRoles: msg('Deactivated roles will appear here.'),
  deletedRoles: msg('Deleted roles will appear here.'),
}

const define = (list: RoleList) =>
  defineList<Role>(roleFields, {
    list: lists[list],
    exports: list,
    columns: columnsFor<Role>(roleFields, {
      name: {
        width: 240,
        least: 150,
        most: 280,
        extraWidth: 34,
        cell: (role) => <PictureCell shape="thing" name={role.name} image={role.image} />,
      },
      description: { width: 320, least: 160, lines: 2, grow: true, card: 'none' },
      userCount: { key: 'people', priority: 3 },
      status: { priority: 2 },
      createdAt: { priority: 4 },
      updatedAt: { hidden: true },
      // Left out here, as another part of the record shows it.
      requireSecondFactor: null,
      maxSessions: null,
      idleMinutes: null,
      system: null,
    }),
    actions: (role) => <RoleMenu record={role} />,
    filters: {},
    title: (role) => role.name ?? t('Unnamed role'),
    emptyHint: hints[list],
  })

export const roleDefinitions = {
  roles: define('roles'),
  inactiveRoles: define('inactiveRoles'),
  deletedRoles: define('deletedRoles'),
} as const
