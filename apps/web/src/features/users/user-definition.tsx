import { importNeeds } from '@steward/contract/imports/imports.routes'
import { permission } from '@steward/contract/permissions/permissions'
import { userFields } from '@steward/contract/users/users.fields'
import { msg } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import { lists } from '../../shared/lists/lists.ts'
import { feedChoices } from '../../shared/people/feed-state.ts'
import { nameOf } from '../../shared/people/user-types.ts'
import type { ListDefinition } from '../../ui/list/definition/list-definition.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { useRoleChoices } from './use-role-choices.ts'
import { UserMenu } from './user-actions.tsx'
import { userColumns } from './user-columns.tsx'
import type { UserList } from './users.queries.ts'

const exportAreas = { admins: 'admins', businessUsers: 'businessUsers', members: 'users' } as const

/** The imports of user lists; admins are invited instead of imported. */
const imports: { [list in UserList]?: NonNullable<ListDefinition<User>['imports']> } = {
  members: { what: 'members', needs: [importNeeds.members] },
  businessUsers: {
    what: 'business-users',
    // i18n-ignore: the names of a permission
    needs: [importNeeds.members, permission('Users', 'Business users', 'import')],
  },
}

const define = (list: UserList) =>
  defineList<User>(userFields, {
    list: lists[list],
    exports: exportAreas[list],
    ...(imports[list] && { imports: imports[list] }),
    searchHint: msg('Search name, e-mail, phone'),
    columns: userColumns[list],
    actions: (user) => <UserMenu user={user} />,
    filters: {
      status: {},
      ...(list === 'admins' && { role: { useChoices: useRoleChoices } }),
      shoppingFeedStatus: { choices: feedChoices },
    },
    title: nameOf,
  })

export const userDefinitions = {
  admins: define('admins'),
  businessUsers: define('businessUsers'),
  members: define('members'),
} as const
