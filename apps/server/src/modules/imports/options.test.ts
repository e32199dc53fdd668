import {
  allPermissions,
  permission,
  permissionModules,
} from '@steward/contract/permissions/permissions'
import { expect, it } from 'vitest'
import { areas } from '../../areas.ts'
import type { Staff } from '../../http/session.ts'
import { importOptions } from './options.ts'

const staffWith = (permitted: readonly object[]): Staff => ({
  user: { id: 'somebody', name: 'Somebody' },
  lasting: { permissions: [], conditions: [], fieldRules: [] },
  loans: [],
  owner: false,
  conditions: [],
  fieldRules: [],
  scope: null,
  permissions: permissionModules((each) =>
    permitted.some((one) => JSON.stringify(one) === JSON.stringify(each)),
  ),
})

it('refuses business users from the row on at which the right is gone', () => {
  let staff = staffWith(allPermissions)
  const { refusal } = importOptions(areas.imports.members, 'file.csv', {}, () => staff)
  const shop = { type: 'business' }
  expect(refusal(shop, ['import'])).toBeNull()
  staff = staffWith([permission('Users', 'Members', 'import')])
  expect(refusal(shop, ['import'])).toMatchObject({ field: 'type' })
  expect(refusal({ type: 'member' }, ['import'])).toBeNull()
})
