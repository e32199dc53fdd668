import { describe, expect, test } from 'vitest'
import { ScimError } from '../protocol/scim-error.ts'
import { readOperations } from '../protocol/scim-patch.rules.ts'
import { groupChangeOf } from './scim-group.rules.ts'

const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']

function refusal(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof ScimError) return error.scimType ?? String(error.status)
    throw error
  }
  return undefined
}

describe('a PATCH of a group', () => {
  const [a, b, c] = [1, 2, 3].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`)
  const changeOf = (...Operations: object[]) => {
    const { members, ...rest } = groupChangeOf(
      { id: a, schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'] },
      readOperations({ schemas, Operations }),
    )
    return { ...rest, clear: members.clear, add: [...members.add], remove: [...members.remove] }
  }
  const none = { clear: false, add: [], remove: [] }

  test.each([
    [
      'Entra: members as a list',
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: a }] }],
      { ...none, add: [a] },
    ],
    [
      'a member as an object',
      [{ op: 'add', path: 'members', value: { value: a } }],
      { ...none, add: [a] },
    ],
    [
      'members without a path',
      [{ op: 'add', value: { members: [{ value: a }, { value: b }] } }],
      { ...none, add: [a, b] },
    ],
    [
      'Entra: members removed by a list',
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] }],
      { ...none, remove: [a] },
    ],
    [
      'Okta: a member removed by a filter',
      [{ op: 'remove', path: `members[value eq "${a}"]` }],
      { ...none, remove: [a] },
    ],
    [
      'Okta: members removed and added',
      [
        { op: 'remove', path: `members[value eq "${a}"]` },
        { op: 'add', path: 'members', value: [{ value: b, display: 'b@corp.example' }] },
      ],
      { clear: false, add: [b], remove: [a] },
    ],
    [
      'Okta: all members replaced',
      [{ op: 'replace', path: 'members', value: [{ value: c }] }],
      { clear: true, add: [c], remove: [] },
    ],
    ['all members removed', [{ op: 'remove', path: 'members' }], { ...none, clear: true }],
    [
      'a member added after all were removed',
      [
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: [{ value: a }] },
      ],
      { clear: true, add: [a], remove: [] },
    ],
    [
      'a member added and removed again',
      [
        { op: 'add', path: 'members', value: [{ value: a }] },
        { op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` },
      ],
      { clear: false, add: [], remove: [a, b] },
    ],
    [
      'Okta: a name with the id beside it',
      [{ op: 'replace', value: { id: a, displayName: 'New' } }],
      { ...none, displayName: 'New' },
    ],
    [
      'an external id removed',
      [{ op: 'remove', path: 'externalId' }],
      { ...none, externalId: null },
    ],
  ])('%s', (_, operations, expected) => {
    expect(changeOf(...operations)).toEqual(expected)
  })

  test.each([
    [
      'a group within a group',
      'invalidValue',
      { op: 'add', path: 'members', value: [{ value: a, type: 'Group' }] },
    ],
    [
      'a member who is no id',
      'invalidValue',
      { op: 'add', path: 'members', value: [{ value: '../x' }] },
    ],
    ['a member who is nothing', 'invalidValue', { op: 'add', path: 'members', value: [null] }],
    [
      'a filter by another part',
      'invalidFilter',
      { op: 'remove', path: 'members[display eq "x"]' },
    ],
    [
      'a part of a member',
      'mutability',
      { op: 'replace', path: `members[value eq "${a}"].display`, value: 'x' },
    ],
    ['no name', 'mutability', { op: 'remove', path: 'displayName' }],
    ['another id', 'mutability', { op: 'replace', value: { id: b } }],
  ])('refuses %s: %s', (_, scimType, operation) => {
    expect(refusal(() => changeOf(operation))).toBe(scimType)
  })

  test('names at most 5,000 members', () => {
    const members = Array.from({ length: 5_001 }, () => ({ value: a }))
    expect(refusal(() => changeOf({ op: 'add', path: 'members', value: members }))).toBe('413')
  })
})
