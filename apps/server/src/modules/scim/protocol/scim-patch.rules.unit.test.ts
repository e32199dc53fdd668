import { describe, expect, test } from 'vitest'
import { ScimError } from './scim-error.ts'
import { patchResource, readOperations } from './scim-patch.rules.ts'
import type { Resource } from './scim-resource.rules.ts'
import { enterpriseSchema, userSchema, userType } from './scim-schemas.ts'

const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const person: Resource = {
  schemas: [userSchema],
  id: '0198c0de-0000-7000-8000-000000000001',
  userName: 'ada@corp.example',
  name: { givenName: 'Ada', familyName: 'King' },
  displayName: 'Ada King',
  active: true,
  emails: [
    { value: 'ada@corp.example', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
}

const patched = (...Operations: object[]) =>
  patchResource(userType, person, readOperations({ schemas, Operations }))

function refusal(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof ScimError) return error.scimType ?? String(error.status)
    throw error
  }
  return undefined
}

/** Bodies as Microsoft Entra sends them, with and without `aadOptscim062020`, and as Okta does. */
const recorded: readonly [of: string, operations: object[], changed: Resource][] = [
  [
    'Entra: an operation with a capital letter',
    [{ op: 'Replace', path: 'displayName', value: 'Ada Lovelace' }],
    { displayName: 'Ada Lovelace' },
  ],
  ['Entra: a flag as text', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  [
    'Entra: a flag as text, to enable',
    [{ op: 'Add', path: 'active', value: 'True' }],
    { active: true },
  ],
  [
    'Entra: a value within a list of one',
    [{ op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Ada L.' }] }],
    { displayName: 'Ada L.' },
  ],
  [
    'Entra: a part of the value that a filter selects',
    [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.l@corp.example' }],
    {
      emails: [
        { value: 'ada.l@corp.example', type: 'work', primary: true },
        { value: 'ada@home.example', type: 'home' },
      ],
    },
  ],
  [
    'Entra: a part of a value that isn’t there yet',
    [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 20 7946 0000' }],
    { phoneNumbers: [{ type: 'mobile', value: '+44 20 7946 0000' }] },
  ],
  [
    'Entra: the primary role, where the flag is text',
    [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'clerk' }],
    { roles: [{ primary: true, value: 'clerk' }] },
  ],
  [
    'Entra: dotted paths as the names of an object without a path',
    [
      {
        op: 'Add',
        value: {
          'name.familyName': 'Lovelace',
          [`${enterpriseSchema}:department`]: 'Engines',
          'emails[type eq "home"].value': 'ada@new.example',
        },
      },
    ],
    {
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [
        { value: 'ada@corp.example', type: 'work', primary: true },
        { value: 'ada@new.example', type: 'home' },
      ],
      [enterpriseSchema]: { department: 'Engines' },
    },
  ],
  [
    'Entra: a manager by an id alone',
    [{ op: 'Add', path: `${enterpriseSchema}:manager`, value: 'b1' }],
    { [enterpriseSchema]: { manager: { value: 'b1' } } },
  ],
  [
    'Entra: a manager within a list of one',
    [{ op: 'Add', path: `${enterpriseSchema}:manager`, value: [{ $ref: null, value: 'b1' }] }],
    { [enterpriseSchema]: { manager: { value: 'b1' } } },
  ],
  [
    'Entra: a path with the id of the core schema',
    [{ op: 'Replace', path: `${userSchema}:name.givenName`, value: 'Augusta' }],
    { name: { givenName: 'Augusta', familyName: 'King' } },
  ],
  [
    'Entra: something removed',
    [{ op: 'Remove', path: 'emails[type eq "home"]' }],
    { emails: [{ value: 'ada@corp.example', type: 'work', primary: true }] },
  ],
  [
    'Okta: an object without a path',
    [{ op: 'replace', value: { active: false } }],
    { active: false },
  ],
  [
    'Okta: the id and schemas beside what changes',
    [{ op: 'replace', value: { id: person['id'], schemas: [userSchema], displayName: 'Ada L.' } }],
    { displayName: 'Ada L.' },
  ],
  ['Okta: a password, which is not kept', [{ op: 'replace', value: { password: 'secret' } }], {}],
  [
    'RFC 7644: an address added becomes the primary one',
    [{ op: 'add', path: 'emails', value: [{ value: 'a@new.example', primary: true }] }],
    {
      emails: [
        { value: 'ada@corp.example', type: 'work', primary: false },
        { value: 'ada@home.example', type: 'home' },
        { value: 'a@new.example', primary: true },
      ],
    },
  ],
  [
    'RFC 7644: what is there already isn’t added again',
    [{ op: 'add', path: 'emails', value: [{ value: 'ada@home.example', type: 'home' }] }],
    {},
  ],
  [
    'RFC 7644: all values replaced',
    [{ op: 'replace', path: 'emails', value: [{ value: 'one@corp.example' }] }],
    { emails: [{ value: 'one@corp.example' }] },
  ],
  [
    'RFC 7644: parts that aren’t sent stay',
    [{ op: 'replace', path: 'name', value: { givenName: 'Augusta' } }],
    { name: { givenName: 'Augusta', familyName: 'King' } },
  ],
  ['an unknown name in an object, which is left out', [{ op: 'add', value: { shoeSize: 38 } }], {}],
]

describe('a PATCH of a person', () => {
  test.each(recorded)('%s', (_, operations, changed) => {
    const { schemas: _schemas, ...rest } = patched(...operations)
    const { schemas: _before, ...before } = person
    expect(rest).toEqual({ ...before, ...changed })
  })

  test('takes attributes away, down to the last part', () => {
    expect(patched({ op: 'remove', path: 'name' })['name']).toBeUndefined()
    const without = patched(
      { op: 'remove', path: 'name.givenName' },
      { op: 'remove', path: 'name.familyName' },
    )
    expect(without['name']).toBeUndefined()
    expect(patched({ op: 'remove', path: 'emails' })['emails']).toBeUndefined()
  })

  test('leaves the resource that it was made from as it was', () => {
    const before = structuredClone(person)
    patched({ op: 'add', path: 'emails', value: { value: 'x@corp.example', primary: true } })
    expect(person).toEqual(before)
  })

  test.each([
    ['an unknown operation', 'invalidSyntax', { op: 'merge', path: 'title', value: 'x' }],
    ['no operation', 'invalidSyntax', { path: 'title', value: 'x' }],
    ['a path that is no text', 'invalidPath', { op: 'add', path: 7, value: 'x' }],
    ['an unknown attribute', 'invalidPath', { op: 'replace', path: 'shoeSize', value: '38' }],
    ['an unknown part', 'invalidPath', { op: 'replace', path: 'name.nick', value: 'x' }],
    [
      'a filter of a single value',
      'invalidPath',
      { op: 'remove', path: 'name[givenName eq "Ada"]' },
    ],
    ['a filter that isn’t one', 'invalidFilter', { op: 'remove', path: 'emails[type eq]' }],
    ['an unclosed bracket', 'invalidPath', { op: 'remove', path: 'emails[type eq "work"' }],
    ['the name of a prototype', 'invalidPath', { op: 'add', path: '__proto__.admin', value: 'x' }],
    [
      'a value that no filter fits',
      'noTarget',
      { op: 'replace', path: 'emails[type eq "x"].value', value: 'a@b.c' },
    ],
    ['nothing to remove', 'noTarget', { op: 'remove' }],
    ['no value', 'invalidValue', { op: 'add', path: 'title' }],
    ['a list without a path', 'invalidValue', { op: 'add', value: [1] }],
    ['a flag that is none', 'invalidValue', { op: 'replace', path: 'active', value: 'perhaps' }],
    ['a number for a text', 'invalidValue', { op: 'replace', path: 'title', value: 7 }],
    ['two values for one', 'invalidValue', { op: 'replace', path: 'title', value: ['a', 'b'] }],
    ['a control character', 'invalidValue', { op: 'replace', path: 'title', value: 'a\u0000b' }],
    ['another id', 'mutability', { op: 'replace', value: { id: 'x' } }],
    ['an id by its path', 'mutability', { op: 'replace', path: 'id', value: person['id'] }],
    ['the meta data', 'mutability', { op: 'replace', path: 'meta.version', value: 'W/"1"' }],
    ['other schemas', 'mutability', { op: 'replace', value: { schemas: ['urn:x'] } }],
    ['the groups', 'mutability', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
    ['the user name removed', 'mutability', { op: 'remove', path: 'userName' }],
  ])('refuses %s: %s', (_, scimType, operation) => {
    expect(refusal(() => patched(operation))).toBe(scimType)
  })

  test('is bounded', () => {
    const operations = Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'title' }))
    expect(refusal(() => patched(...operations))).toBe('invalidSyntax')
    const emails = Array.from({ length: 51 }, (_, i) => ({ value: `a${i}@corp.example` }))
    expect(refusal(() => patched({ op: 'add', path: 'emails', value: emails }))).toBe(
      'invalidValue',
    )
    const each = emails.slice(0, 50).map((value) => ({ op: 'add', path: 'emails', value }))
    expect(refusal(() => patched(...each))).toBe('invalidValue')
    const path = `emails[${'('.repeat(900)}type eq "x"${')'.repeat(900)}].value`
    expect(refusal(() => patched({ op: 'remove', path }))).toBe('invalidFilter')
  })
})
