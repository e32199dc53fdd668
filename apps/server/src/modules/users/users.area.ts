import { listings } from '@steward/contract/listings'
import { permission } from '@steward/contract/permissions'
import { type User, type UserType, userSubmodule } from '@steward/contract/users'
import { among, notDeleted } from '../../db/conditions.ts'
import { denyPermission, hasPermission } from '../../http/authorize.ts'
import * as field from '../../import/fields.ts'
import { BadField, readEmail } from '../../import/values.ts'
import { listedTypes } from '../access/listed-types.ts'
import { defineArea } from '../area.ts'
import { recordColumns, text, time } from '../export-columns.ts'
import { userBulk } from './users.bulk.ts'
import { userRevert } from './users.revert.ts'
import { type UserRow, userConditions, userListing } from './users.store.ts'
import { userView } from './users.view.ts'

const { statuses, filters } = listings.users

const ofType = (type: UserType) => [notDeleted, ...among('type', [type], 'type')]

/** Users, as exports, imports and the dashboard know them. */
export const usersArea = defineArea<'users', UserRow, User>('users', {
  listing: userListing,
  conditions: (query, staff) => userConditions(query, listedTypes(staff)),
  view: userView,
  columns: {
    ...recordColumns,
    name: text('Name', (user) => user.name),
    email: text('E-mail', (user) => user.email),
    phone: text('Phone', (user) => user.phone),
    type: text('Type', (user) => user.type),
    role: text('Role', (user) => user.role?.name),
    status: text('Status', (user) => user.status),
    shoppingFeedStatus: text('Shopping feed', (user) => user.shoppingFeedStatus),
    businessName: text('Business', (user) => user.businessName),
    location: text('Location', (user) => user.location),
    about: text('About', (user) => user.about),
    image: text('Image', (user) => user.image),
    lastActiveAt: time('Last active', (user) => user.lastActiveAt),
  },
  lists: {
    admins: { conditions: (query) => userConditions(query, ['admin']) },
    businessUsers: { conditions: (query) => userConditions(query, ['business']) },
  },
  mustMayChange: (action, query, staff) => {
    // The others have one permission for people of all types, which is asked for by the job itself.
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
  counts: {
    users: [notDeleted],
    admins: ofType('admin'),
    businessUsers: ofType('business'),
    members: ofType('member'),
  },
  imports: {
    members: {
      table: 'users',
      fields: {
        name: { reader: field.line, column: 'name', required: true },
        email: { reader: field.readPlain(readEmail), column: 'email' },
        phone: { reader: field.line, column: 'phone' },
        // Admins are invited or register, with a role that somebody chose for them.
        type: { reader: field.choice(['member', 'business']), column: 'type', fallback: 'member' },
        status: { reader: field.choice(statuses), column: 'status', fallback: 'active' },
        shoppingFeedStatus: {
          reader: field.choice(filters.shoppingFeedStatus),
          column: 'shopping_feed_status',
          fallback: 'active',
        },
        businessName: { reader: field.line, column: 'business_name' },
        location: { reader: field.line, column: 'location' },
        about: { reader: field.long, column: 'about' },
        lastActiveAt: { reader: field.time, column: 'last_active_at' },
        ...field.dated,
      },
      unique: {
        field: 'email',
        column: 'email',
        anyCase: true,
        reason: 'is already used by another account',
      },
      // Who may sign in is changed by the calls that ask for what that takes.
      mayOverwrite: ({ type }) => {
        if (type === 'admin')
          throw new BadField('type', 'is admin here, and no import changes admins')
      },
      // Business users come in with members, but under a permission of their own.
      refusal: (row, by, actions) =>
        row['type'] === 'business' &&
        !actions.every((each) => hasPermission(by, permission('Users', 'Business users', each)))
          ? {
              field: 'type',
              reason: `is a business user, and you can only ${actions.includes('update') ? 'change' : 'import'} members`,
            }
          : null,
    },
  },
})
