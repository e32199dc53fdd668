import { describe, expect, test } from 'vitest'
import { admittedBy, claimAt, personOf } from './claims.rules.ts'

const by = { subject_claim: 'sub', groups_claim: 'groups' }

describe('what is read of claims', () => {
  test.each([
    [{ name: 'Ada' }, 'Ada'],
    [{ given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
    [{ preferred_username: 'ada' }, 'ada'],
    [{ email: 'ada@example.com' }, 'ada@example.com'],
    [{ name: ' A\u202eda\u0000 ' }, 'Ada'],
    [{ name: ['Ada'] }, null],
  ])('the name of %j', (claims, name) => {
    expect(personOf(claims, by).name).toBe(name)
  })

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [1, null],
    ['yes', null],
    [undefined, null],
  ])('email_verified %j', (said, verified) => {
    expect(personOf({ email_verified: said }, by).emailVerified).toBe(verified)
  })

  test.each([
    ['groups', { groups: ['a', 'b', 3, null, {}] }, ['a', 'b', '3']],
    ['groups', { groups: 'a' }, ['a']],
    ['groups', { groups: { a: true } }, []],
    ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
    ['https://example.com/groups', { 'https://example.com/groups': ['a'] }, ['a']],
    ['constructor.name', {}, []],
    ['__proto__.x', {}, []],
  ])('groups by %s of %j', (groups_claim, claims, groups) => {
    expect(personOf(claims, { ...by, groups_claim }).groups).toEqual(groups)
  })

  test('of groups without end a thousand count', () => {
    const groups = Array.from({ length: 5_000 }, (_, n) => `g${n}`)
    expect(personOf({ groups }, by).groups).toHaveLength(1_000)
  })

  test('groups that are left out of a token, as there are too many (Entra)', () => {
    const claims = { _claim_names: { groups: 'src1' }, _claim_sources: {} }
    expect(personOf(claims, by)).toMatchObject({ groups: [], groupsLeftOut: true })
  })

  test('a claim by its name comes before one by a path', () => {
    expect(claimAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1)
    expect(claimAt({ a: [{ b: 2 }] }, 'a.b')).toBe(undefined)
  })
})

describe('who is admitted', () => {
  const rules = [
    { claim: null, value: 'staff', status: 'active' as const },
    { claim: 'hd', value: 'example.com', status: 'pending' as const },
  ]
  test.each([
    [{}, ['staff'], 'active'],
    [{ hd: 'example.com' }, [], 'pending'],
    [{ hd: ['other', 'example.com'] }, ['staff'], 'active'],
    [{ hd: 'EXAMPLE.com' }, ['Staff'], undefined],
    [{}, [], undefined],
  ])('with %j in %j', (claims, groups, status) => {
    expect(admittedBy(rules, claims, groups)?.status).toBe(status)
    expect(admittedBy([], claims, groups)).toBe(undefined)
  })
})
