import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import {
  enterpriseUrn,
  openScimClient,
  type ScimClient,
  scimGroup,
  scimUser,
  userUrn,
} from '../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { statementsOf } from '../../testing/statements.ts'

describe.each(oneEngine)('lists by SCIM on %s', (engine) => {
  let app: TestApp
  let scim: ScimClient
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    app = await startTestApp(engine)
    const owner = await app.signIn('owner')
    scim = await openScimClient(app, owner.token)
    for (const [name, fields] of Object.entries(people)) {
      const { status, body } = await scim.call('POST', '/Users', scimUser(fields))
      expect([name, status]).toEqual([name, 201])
      ids[name] = body.id
    }
    const { body } = await scim.call(
      'POST',
      '/Groups',
      scimGroup('Pilots', [ids['Ada'] ?? '', ids['Bea'] ?? '']),
    )
    ids['Pilots'] = body.id
    await scim.call('POST', '/Groups', scimGroup('Cooks'))
  })
  afterAll(() => app.dispose())

  const people = {
    Cyd: { displayName: 'Cyd', userName: 'cyd@corp.example', externalId: 'E-3', active: false },
    Ada: {
      displayName: 'Ada',
      userName: 'ada@corp.example',
      externalId: 'E-1',
      title: 'Countess',
      name: { givenName: 'Ada', familyName: 'King' },
      emails: [
        { value: 'ada@corp.example', type: 'work', primary: true },
        { value: 'ada@home.example', type: 'home' },
      ],
      [enterpriseUrn]: { department: 'Engines', employeeNumber: '1' },
    },
    Bea: { displayName: 'Béa', userName: 'bea@other.example' },
  }
  const list = async (query: Record<string, string>, path = '/Users') => {
    const { status, body } = await scim.call('GET', `${path}?${new URLSearchParams(query)}`)
    return { status, ...body }
  }
  const found = async (filter: string, path = '/Users') => {
    const { Resources, detail } = await list({ filter, sortBy: 'displayName' }, path)
    return detail ?? Resources.map((each: { displayName: string }) => each.displayName)
  }

  test.each([
    ['userName eq "ADA@corp.example"', ['Ada']],
    ['USERNAME EQ "ada@corp.example"', ['Ada']],
    [`${userUrn}:userName eq "ada@corp.example"`, ['Ada']],
    ['userName sw "b"', ['Béa']],
    ['userName co "corp"', ['Ada', 'Cyd']],
    ['userName ew ".EXAMPLE"', ['Ada', 'Béa', 'Cyd']],
    ['userName ne "ada@corp.example"', ['Béa', 'Cyd']],
    ['userName pr', ['Ada', 'Béa', 'Cyd']],
    ['externalId eq "E-1"', ['Ada']],
    ['externalId eq "e-1"', []],
    ['not (externalId pr)', ['Béa']],
    ['externalId ne "E-1"', ['Béa', 'Cyd']],
    ['not (externalId eq "E-1")', ['Béa', 'Cyd']],
    ['externalId eq null', ['Béa']],
    ['displayName eq "BÉA"', ['Béa']],
    ['active eq true', ['Ada', 'Béa']],
    ['active eq "False"', ['Cyd']],
    ['emails.value eq "ada@corp.example"', ['Ada']],
    ['emails eq "ada@corp.example"', ['Ada']],
    ['emails[type eq "work"].value eq "ada@corp.example"', ['Ada']],
    ['emails[type eq "work" and value sw "ADA@"]', ['Ada']],
    ['emails[type eq "other"]', []],
    ['meta.lastModified gt "2020-01-01T00:00:00Z"', ['Ada', 'Béa', 'Cyd']],
    ['meta.lastModified lt "2020-01-01"', []],
    ['meta.created ge "2020-01-01T00:00:00+01:00" and active eq false', ['Cyd']],
    ['userName sw "ada" or userName sw "bea" and active eq false', ['Ada']],
    ['(userName sw "ada" or userName sw "bea") and active eq true', ['Ada', 'Béa']],
  ])('find people by %s', async (filter, names) => {
    expect(await found(filter)).toEqual(names)
  })

  test('find groups by their names and members', async () => {
    expect(await found('displayName eq "pilots"', '/Groups')).toEqual(['Pilots'])
    expect(await found(`members.value eq "${ids['Ada']}"`, '/Groups')).toEqual(['Pilots'])
    expect(await found(`members[value eq "${ids['Cyd']}"]`, '/Groups')).toEqual([])
    expect(await found(`id eq "${ids['Pilots']}"`, '/Groups')).toEqual(['Pilots'])
    expect(await found(`groups.value eq "${ids['Pilots']}"`)).toEqual(['Ada', 'Béa'])
    const bare = await list({ excludedAttributes: 'members' }, '/Groups')
    expect(bare.Resources.map((each: object) => 'members' in each)).toEqual([false, false])
  })

  test('come in pages from 1, with the exact total', async () => {
    const whole = await list({})
    expect(whole).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 3 })
    const names = whole.Resources.map((each: { displayName: string }) => each.displayName)
    expect(names).toEqual(['Cyd', 'Ada', 'Béa'])
    expect(await list({ startIndex: '2', count: '1' })).toMatchObject({
      totalResults: 3,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [{ displayName: 'Ada' }],
    })
    for (const [query, expected] of [
      [
        { startIndex: '-5', count: '1' },
        { startIndex: 1, totalResults: 3, itemsPerPage: 1 },
      ],
      [{ startIndex: '9' }, { startIndex: 9, totalResults: 3, Resources: [] }],
      [{ count: '0' }, { totalResults: 3, itemsPerPage: 0, Resources: [] }],
      [{ count: '-1' }, { totalResults: 3, Resources: [] }],
      [{ count: '100000' }, { totalResults: 3, itemsPerPage: 3 }],
      [{ count: 'all' }, { status: '400', scimType: 'invalidValue' }],
      [{ startIndex: '1e9' }, { status: '400', scimType: 'invalidValue' }],
    ] as const)
      expect([query, await list({ ...query })]).toMatchObject([query, expected])
  })

  test('are sorted by what they may be', async () => {
    const names = async (query: Record<string, string>) =>
      (await list(query)).Resources?.map((each: { displayName: string }) => each.displayName)
    expect(await names({ sortBy: 'userName' })).toEqual(['Ada', 'Béa', 'Cyd'])
    expect(await names({ sortBy: 'userName', sortOrder: 'descending' })).toEqual([
      'Cyd',
      'Béa',
      'Ada',
    ])
    expect(await names({ sortBy: 'externalId' })).toEqual(['Ada', 'Cyd', 'Béa'])
    expect(await list({ sortBy: 'title' })).toMatchObject({
      status: '400',
      scimType: 'invalidPath',
    })
    expect(await list({ sortOrder: 'up' })).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
    })
  })

  test('have the attributes that are asked for', async () => {
    const { body: whole } = await scim.call('GET', `/Users/${ids['Ada']}`)
    for (const [query, keys] of [
      [{ attributes: 'userName' }, ['schemas', 'id', 'userName']],
      [{ attributes: 'USERNAME,name.givenName' }, ['schemas', 'id', 'userName', 'name']],
      [
        { attributes: `${userUrn}:title,${enterpriseUrn}:department` },
        ['schemas', 'id', 'title', enterpriseUrn],
      ],
      [
        { excludedAttributes: 'id,schemas,emails,groups,meta,name,title,active,externalId' },
        ['schemas', 'id', 'userName', 'displayName', enterpriseUrn],
      ],
    ] as const) {
      const { body } = await scim.call('GET', `/Users/${ids['Ada']}?${new URLSearchParams(query)}`)
      expect(Object.keys(body).sort()).toEqual([...keys].sort())
    }
    const parts = await scim.call(
      'GET',
      `/Users/${ids['Ada']}?attributes=emails.value,${enterpriseUrn}:department`,
    )
    expect(parts.body.emails).toEqual([
      { value: 'ada@corp.example' },
      { value: 'ada@home.example' },
    ])
    expect(parts.body[enterpriseUrn]).toEqual({ department: 'Engines' })
    const less = await scim.call('GET', `/Users/${ids['Ada']}?excludedAttributes=emails.type`)
    expect(less.body.emails[0]).toEqual({ value: 'ada@corp.example', primary: true })
    expect(less.body.name).toEqual(whole.name)
    const both = await list({ attributes: 'userName', excludedAttributes: 'title' })
    expect(both).toMatchObject({ status: '400', scimType: 'invalidValue' })
  })

  test('are searched by POST alike', async () => {
    const search = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'userName sw "ada"',
      attributes: ['userName'],
      count: 5,
    }
    const { status, body } = await scim.call('POST', '/Users/.search', search)
    expect([status, body.Resources]).toEqual([
      200,
      [{ schemas: expect.any(Array), id: ids['Ada'], userName: 'ada@corp.example' }],
    ])
    const other = await scim.call('POST', '/Groups/.search', { ...search, schemas: [] })
    expect([other.status, other.body.scimType]).toEqual([400, 'invalidSyntax'])
  })

  test('take four statements where one person is asked for by name', async () => {
    const path = `/Users?filter=${encodeURIComponent('userName eq "ada@corp.example"')}`
    await scim.call('GET', path)
    const sent = await statementsOf(async () => {
      expect((await scim.call('GET', path)).body.totalResults).toBe(1)
    })
    expect(sent.length).toBeLessThanOrEqual(4)
    const bare = await statementsOf(async () => {
      await scim.call('GET', `${path}&excludedAttributes=groups`)
    })
    expect(bare.length).toBeLessThanOrEqual(3)
  })

  test('what the server can do, and of which resources, is described', async () => {
    const { body: config } = await scim.call('GET', '/ServiceProviderConfig')
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      sort: { supported: true },
      changePassword: { supported: false },
    })
    const { body: types } = await scim.call('GET', '/ResourceTypes')
    expect(types.Resources.map((each: { id: string }) => each.id)).toEqual(['User', 'Group'])
    const { body: type } = await scim.call('GET', '/ResourceTypes/User')
    expect(type).toMatchObject({
      endpoint: '/Users',
      schemaExtensions: [{ schema: enterpriseUrn }],
    })
    const { body: schemas } = await scim.call('GET', '/Schemas')
    expect(schemas.totalResults).toBe(3)
    const { body: schema } = await scim.call('GET', `/Schemas/${userUrn}`)
    expect(schema.attributes).toContainEqual(
      expect.objectContaining({ name: 'userName', required: true, uniqueness: 'server' }),
    )
    expect((await scim.call('GET', '/Schemas/urn:x')).status).toBe(404)
    expect((await scim.call('GET', '/Schemas?filter=name eq "User"')).status).toBe(403)
  })
})
