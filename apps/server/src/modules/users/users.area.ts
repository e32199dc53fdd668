import { listings } from '@steward/contract/areas/listings'
import { permission } from '@steward/contract/permissions/permissions'
import { type User, type UserType, userSubmodule } from '@steward/contract/users/users'
import { userFields } from '@steward/contract/users/users.fields'
import { msg } from '@steward/i18n/reader'
import { among, notDeleted } from '../../db/filters/conditions.ts'
import { denyPermission, hasPermission } from '../../http/authorize.ts'
import * as field from '../../importer/fields.ts'
import { BadField } from '../../importer/values.ts'
import { defineArea } from '../records/area.ts'
import { exportColumnsOf } from '../records/export-columns.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { userBulk } from './users.bulk.ts'
import { userRevert } from './users.revert.ts'
import { userSaves } from './users.saves.ts'
import { type UserRow, userConditions, userFilters, userListing, userView } from './users.store.ts'

const { statuses } = listings.users

const ofType = (type: UserType) => [notDeleted, ...among('type', [type], 'type')]

export const usersArea = defineArea<'users', UserRow, User>('users', {
  listing: userListing,
  filters: userFilters,
  conditions: (query, staff) => userConditions(query, listedTypes(staff)),
  view: userView,
  columns: exportColumnsOf(userFields),
  lists: {
    admins: { conditions: (query) => userConditions(query, ['admin']) },
    businessUsers: { conditions: (query) => userConditions(query, ['business']) },
  },
  requireMayChange: (action, query, staff) => {
    // The other actions have one permission for all types, which the job checks.
    if (action === 'feed' || action === 'role' || action === 'keep') return
    const single = action === 'restore' ? 'delete' : action
    for (const type of listedTypes(staff)) {
      const need = permission('Users', userSubmodule[type], single)
      const isAsked = query.type?.includes(type) ?? true
      if (isAsked && !hasPermission(staff, need)) denyPermission(need)
    }
  },
  bulk: userBulk,
  revert: userRevert,
  saves: userSaves,
  counts: {
    users: [notDeleted],
    admins: ofType('admin'),
    businessUsers: ofType('business'),
    members: ofType('member'),
  },
  imports: {
    members: {
      table: 'users',
      fields: importFieldsOf(userFields, statuses, {
        // Admins can't be imported, since they are invited or register.
        type: { reader: field.choice(['member', 'business']) },
      }),
      unique: {
        field: 'email',
        column: 'email',
        anyCase: true,
        reason: msg('is already used by another account'),
      },
      mayOverwrite: ({ type }) => {
        if (type === 'admin')
          throw new BadField('type', 'is admin here, and no import changes admins')
      },
      // Business users need permissions of their own.
      refusal: (row, by, actions) =>
        row['type'] === 'business' &&
        !actions.every((each) => hasPermission(by, permission('Users', 'Business users', each)))
          ? {
              field: 'type',
              reason: actions.includes('update')
                ? msg('is a business user, and you can only change members')
                : msg('is a business user, and you can only import members'),
            }
          : null,
    },
  },
  search: {
    keys: ['name', 'email'],
    liveIndexes: true,
    byName: true,
    title: ['name'],
    detail: ['email', 'phone', 'business_name'],
  },
})
