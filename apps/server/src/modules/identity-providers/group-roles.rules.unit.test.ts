import { describe, expect, test } from 'vitest'
import { type MappedRole, roleByGroups } from './group-roles.rules.ts'

const role = (id: string, status: MappedRole['status'] = 'active'): MappedRole => ({
  id,
  name: `Role ${id}`,
  status,
  system: false,
})
const roles = [role('editors'), role('readers'), role('gone', 'deleted'), role('idle', 'inactive')]
const mapping = [
  { group: 'staff-gone', role: 'gone' },
  { group: 'staff-idle', role: 'idle' },
  { group: 'staff-purged', role: 'purged' },
  { group: 'editors', role: 'editors' },
  { group: 'everyone', role: 'readers' },
]

describe('the role that groups lead to', () => {
  test.each([
    [['everyone', 'editors'], 'editors', 'editors'],
    [['everyone'], 'readers', 'everyone'],
    [['Everyone', 'everyone '], null, null],
    [[], null, null],
  ])('of %j is that of the first entry, not of the first group', (groups, id, group) => {
    const found = roleByGroups(mapping, groups, roles)
    expect([found.role?.id ?? null, found.group, found.problem]).toEqual([id, group, null])
  })

  test.each([
    [
      'staff-gone',
      'The group “staff-gone” is mapped to the role “Role gone”, which has been deleted.',
    ],
    ['staff-idle', 'The group “staff-idle” is mapped to the role “Role idle”, which is inactive.'],
    ['staff-purged', 'The group “staff-purged” is mapped to a role that no longer exists.'],
  ])('is none where %s leads to one that nobody may have, whatever comes later', (group, words) => {
    const found = roleByGroups(mapping, ['editors', group], roles)
    expect([found.role, found.group, String(found.problem)]).toEqual([null, group, words])
  })
})
