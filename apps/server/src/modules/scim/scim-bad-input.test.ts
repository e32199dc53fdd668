import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import {
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
  userUrn,
} from '../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

describe.each(oneEngine)(
  'bad input by SCIM on %s',
  (engine) => {
    let app: TestApp
    let scim: ScimClient
    beforeAll(async () => {
      app = await startTestApp(engine)
      const { token } = await app.signIn('owner')
      scim = await openScimClient(app, token)
    })
    afterAll(() => app.dispose())

    const people = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from users`.execute(app.db)).rows[0]?.n

    test('with a body of 10 MB are refused in one sentence', async () => {
      const before = await people()
      const big = await scim.call('POST', '/Users', scimUser({ title: 'x'.repeat(10 * 1_048_576) }))
      expect([big.status, big.body]).toEqual([
        413,
        { schemas: [errorUrn], status: '413', detail: 'The request is too large.' },
      ])
      expect(await people()).toBe(before)
    })

    test('with 10,000 members in one PATCH are refused in one sentence', async () => {
      const { body: group } = await scim.call('POST', '/Groups', scimGroup('many'))
      const value = Array.from({ length: 10_000 }, () => ({ value: newId() }))
      const { status, body } = await scim.call(
        'PATCH',
        `/Groups/${group.id}`,
        patchOf({ op: 'add', path: 'members', value }),
      )
      expect([status, body.detail]).toEqual([
        413,
        'A request can name at most 5,000 members. Send them in several.',
      ])
      expect((await scim.call('GET', `/Groups/${group.id}`)).body.meta.version).toBe(
        group.meta.version,
      )
    })

    test.each([
      ['a line break in the user name', { userName: 'a@corp.example\r\nX-Admin: 1' }],
      ['a line break in the name', { displayName: 'A\r\nSet-Cookie: a=b' }],
      ['a line break in the address', { emails: [{ value: 'a@corp.example\nBcc: b@x.example' }] }],
      ['a null character', { title: 'a\u0000' }],
      ['a sign that turns the text', { displayName: 'a\u202eb' }],
      ['half of a surrogate pair', { externalId: '\ud800' }],
      ['an address that is none', { userName: 'ada', emails: [] }],
      ['an attribute that is too long', { nickName: 'x'.repeat(2_001) }],
      ['a name that is too long', { displayName: 'x'.repeat(201) }],
      [
        'attributes that are too much together',
        { addresses: Array.from({ length: 20 }, () => ({ formatted: 'x'.repeat(1_900) })) },
      ],
      ['no user name', { userName: '' }],
      ['an object for a name', { userName: { toString: 'x' } }],
    ])('with %s are an invalid value', async (_, fields) => {
      const before = await people()
      const { status, body } = await scim.call('POST', '/Users', scimUser(fields))
      expect([status, body.scimType]).toEqual([400, 'invalidValue'])
      expect(await people()).toBe(before)
    })

    test.each([
      ['no JSON', '{', {}],
      ['a list', '[]', {}],
      ['nothing', '', {}],
      [
        'a prototype',
        `{"schemas":["${userUrn}"],"userName":"a@b.example","__proto__":{"x":1}}`,
        {},
      ],
      ['no schemas', '{"userName":"a@b.example"}', {}],
      ['another schema', '{"schemas":["urn:x"],"userName":"a@b.example"}', {}],
    ])('with %s are invalid syntax', async (_, body, headers) => {
      const answer = await scim.call('POST', '/Users', body, headers)
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidSyntax'])
    })

    test('by another media type are refused, but for plain JSON', async () => {
      const body = JSON.stringify(scimUser())
      for (const [type, status] of [
        ['application/json', 201],
        ['text/plain', 415],
        ['application/x-www-form-urlencoded', 415],
      ] as const) {
        const answer = await scim.call('POST', '/Users', body, { 'content-type': type })
        expect([type, answer.status]).toEqual([type, status])
        if (status === 415) expect(answer.body.schemas).toEqual([errorUrn])
      }
    })

    test.each([
      ['too deep', `${'('.repeat(30)}userName eq "x"${')'.repeat(30)}`],
      ['too long', `userName eq "${'x'.repeat(3_000)}"`],
      ['of line breaks without end', `userName eq "${'\n'.repeat(100)}`],
      ['of an attribute that no index has', 'title eq "x"'],
      ['of a password', 'password sw "h"'],
      ['of a prototype', 'constructor eq "x"'],
      ['that compares otherwise', 'userName gt "a"'],
      ['of a time that is none', 'meta.lastModified gt "yesterday"'],
      ['of a flag that is none', 'active co "t"'],
      ['that isn’t one', `userName eq "x"' or 1=1 --`],
    ])('by a filter %s are an invalid filter', async (_, filter) => {
      const { status, body } = await scim.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    })

    test('by signs that SQL or LIKE know find only what has them', async () => {
      const { body } = await scim.call('POST', '/Users', scimUser({ externalId: `a'b%c_d\\e` }))
      for (const [filter, found] of [
        [`externalId eq "a'b%c_d\\\\e"`, 1],
        [`externalId sw "a'b%c_"`, 1],
        ['externalId co "%c_d"', 1],
        ['externalId co "b_c"', 0],
        ['externalId sw "%"', 0],
        ['externalId ew "\\\\e"', 1],
        ['externalId eq "\\u0000"', 0],
      ] as const) {
        const answer = await scim.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
        expect([filter, answer.body.totalResults]).toEqual([filter, found])
      }
      await scim.call('DELETE', `/Users/${body.id}`)
    })

    test('at other addresses are answered in the form of SCIM', async () => {
      for (const [method, path, status] of [
        ['GET', '/Nothing', 404],
        ['POST', '/Bulk', 501],
        ['POST', '/Users/x', 404],
        ['GET', '/Me', 404],
      ] as const) {
        const { body, ...answer } = await scim.call(
          method,
          path,
          method === 'POST' ? {} : undefined,
        )
        expect([path, answer.status, body.schemas]).toEqual([path, status, [errorUrn]])
      }
    })
  },
  60_000,
)
