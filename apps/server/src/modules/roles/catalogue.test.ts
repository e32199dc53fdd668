import type { Needs } from '@steward/contract/calls/route'
import { routes } from '@steward/contract/calls/routes'
import { exportNeeds } from '@steward/contract/exports/exports.routes'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import {
  allPermissions,
  type Permission,
  permission,
  permissionName,
} from '@steward/contract/permissions/permissions'
import { expect, test } from 'vitest'

/** Asked for by a handler, since it depends on what is sent. */
const askedByHandlers: readonly Permission[] = [
  // modules/users/users.area.ts: a file of members with rows of businesses
  permission('Users', 'Business users', 'import'),
  // modules/scim, modules/mcp: protocols of their own, which are no calls of the contract
  permission('System', 'Integrations', 'provision'),
  permission('System', 'Integrations', 'propose'),
]

const needs: Needs[] = Object.values(routes).map((route) => route.needs)
const asked = [
  ...needs.flatMap((need) => (typeof need === 'string' ? [] : need)),
  ...Object.values(exportNeeds).flat(),
  ...Object.values(importNeeds),
  ...Object.values(jobActions).flatMap((actions): Permission[] => Object.values(actions).flat()),
  ...askedByHandlers,
].map(permissionName)

test.each(allPermissions.map((each) => [permissionName(each)]))(
  '%s, which can be granted, is asked for by a call',
  (name) => {
    expect(asked).toContain(name)
  },
)

test('nothing is asked for that nobody can be granted', () => {
  const grantable = allPermissions.map(permissionName)
  expect(asked.filter((name) => !grantable.includes(name))).toEqual([])
})
