import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../demo/random.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { atScale } from '../../testing/scale.ts'
import {
  enterpriseUrn,
  groupUrn,
  openScimClient,
  patchOf,
  type ScimAnswered,
  userUrn,
} from '../../testing/scim.ts'
import { openOracle } from '../../testing/scim-oracle.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const operations = atScale ? 1_000 : 200

/** A call that is made of both, and how the answers are compared. */
interface Act {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
}

describe.each(oneEngine)('random operations by SCIM on %s', (engine) => {
  let app: TestApp
  let owner: { token: string }
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
  })
  afterAll(() => app.dispose())

  test.each([7643, 7644])('are answered as by scimmy (seed %i)', async (seed) => {
    const scim = await openScimClient(app, owner.token)
    let idOfNext = ''
    const oracle = openOracle(() => idOfNext)
    const random = new Random(seed)
    const world = openWorld(random, seed)
    for (let i = 0; i < operations / 2; i += 1) {
      const { method, path, body } = world.next()
      const ours = await scim.call(method, path, body)
      idOfNext = ours.status === 201 ? ours.body.id : newId()
      const theirs = await oracle(method, path, body)
      const act = `${i}: ${method} ${decodeURIComponent(path)} ${JSON.stringify(body ?? '')}`
      expect([act, comparable(ours)]).toEqual([act, comparable(theirs)])
      world.note(method, path, ours)
    }
  })
})

/** What both have to agree on: all but meta data, and what only the server says. */
function comparable({ status, body }: Pick<ScimAnswered, 'status' | 'body'>): unknown {
  if (body === null || status === 204) return { status }
  if (status >= 400) return { status, ...(body.scimType && { scimType: body.scimType }) }
  if (!body.Resources) return { status, resource: plain(body) }
  const { totalResults, startIndex, Resources } = body
  return { status, totalResults, startIndex, resources: Resources.map(plain) }
}

function plain(resource: Record<string, unknown>): object {
  const { meta: _, schemas: _schemas, groups: _groups, members, ...rest } = resource
  if (!Array.isArray(members)) return rest
  return { ...rest, members: members.map(({ value }) => value).sort() }
}

const names = ['ada', 'grace', 'edsger', 'barbara', 'donald', 'alan', 'radia', 'tim']
const titles = ['clerk', 'captain', 'cook', 'keeper of keys']

/** People and groups that are there, and what is asked of them next. */
function openWorld(random: Random, seed: number) {
  const people = new Map<string, { userName: string }>()
  const groups = new Map<string, { displayName: string }>()
  let made = 0
  const known = (of: Map<string, unknown>) =>
    random.chance(0.05) ? newId() : random.pick([...of.keys()])
  const address = () => `${random.pick(names)}.${seed}-${++made}@corp.example`

  const person = (userName: string) => ({
    schemas: [userUrn],
    userName,
    displayName: `${random.pick(names)} ${made}`,
    ...(random.chance(0.6) && { externalId: `e-${seed}-${made}` }),
    ...(random.chance(0.5) && { title: random.pick(titles) }),
    ...(random.chance(0.5) && { nickName: random.pick(names) }),
    ...(random.chance(0.6) && {
      name: { givenName: random.pick(names), familyName: random.pick(names) },
    }),
    emails: [
      { value: userName, type: 'work', primary: true },
      ...(random.chance(0.4) ? [{ value: `home-${userName}`, type: 'home' }] : []),
    ],
    ...(random.chance(0.3) && {
      phoneNumbers: [{ value: `+49 ${random.int(0, 9998)}`, type: 'mobile' }],
    }),
    ...(random.chance(0.3) && {
      schemas: [userUrn, enterpriseUrn],
      [enterpriseUrn]: { department: random.pick(titles) },
    }),
    active: random.chance(0.8),
  })

  const change = (userName: string): object =>
    random.pick<() => object>([
      () => ({
        op: random.pick(['replace', 'Replace']),
        path: 'displayName',
        value: `${random.pick(names)} ${++made}`,
      }),
      () => ({ op: random.pick(['add', 'Add']), path: 'title', value: random.pick(titles) }),
      () => ({ op: 'remove', path: 'title' }),
      () => ({ op: 'replace', path: 'name.givenName', value: random.pick(names) }),
      () => ({ op: 'remove', path: 'name.familyName' }),
      () => ({ op: 'add', path: 'name', value: { middleName: random.pick(names) } }),
      () => ({ op: 'replace', path: 'emails[type eq "work"].value', value: address() }),
      () => ({ op: 'remove', path: 'emails[type eq "home"]' }),
      () => ({
        op: 'add',
        path: 'emails',
        value: [{ value: `x-${++made}-${userName}`, type: 'other' }],
      }),
      () => ({ op: 'replace', path: 'active', value: random.chance(0.5) }),
      () => ({ op: 'add', value: { nickName: random.pick(names), title: random.pick(titles) } }),
      () => ({ op: 'add', path: `${enterpriseUrn}:department`, value: random.pick(titles) }),
      () => ({ op: 'remove', path: 'phoneNumbers' }),
      () => ({ op: 'replace', path: 'userName', value: address() }),
    ])()

  const condition = (): string =>
    random.pick<() => string>([
      () => `userName eq "${random.pick([...people.values()])?.userName ?? 'nobody'}"`,
      () => `userName sw "${random.pick(names)}"`,
      () => `userName co "${seed}-1"`,
      () => `userName ew ".example"`,
      () => `externalId eq "e-${seed}-${random.int(0, made)}"`,
      () => `emails.value eq "${random.pick([...people.values()])?.userName ?? 'nobody'}"`,
      () => `emails[type eq "work"].value sw "${random.pick(names)}"`,
      () => `active eq ${random.chance(0.5)}`,
      () => `displayName sw "${random.pick(names)}"`,
      () => `displayName co "1"`,
      () => `displayName eq "${random.pick(names)} ${random.int(0, made)}"`,
      () => 'externalId pr',
      () => `externalId ne "e-${seed}-1"`,
    ])()

  const list = (): Act => {
    const query = new URLSearchParams()
    if (random.chance(0.9)) {
      const glue = random.pick([' and ', ' or '])
      query.set('filter', random.chance(0.3) ? `${condition()}${glue}${condition()}` : condition())
    }
    query.set('startIndex', String(1 + random.int(0, 3)))
    query.set('count', String(1 + random.int(0, 7)))
    if (random.chance(0.2))
      query.set(
        'attributes',
        random.pick(
          ['userName', 'userName,active', 'emails.value', 'name.givenName,title'].map(
            (each) => `${each},schemas`,
          ),
        ),
      )
    else if (random.chance(0.25))
      query.set('excludedAttributes', random.pick(['emails', 'name,title', 'active']))
    return { method: 'GET', path: `/Users?${query}` }
  }

  const group = (): object => ({
    schemas: [groupUrn],
    displayName: `group ${seed}-${++made}`,
    ...(random.chance(0.7) && people.size > 0 && { members: some().map((value) => ({ value })) }),
  })
  const some = () => [
    ...new Set(
      [...people.keys()].filter(() => random.chance(0.3)).concat(random.pick([...people.keys()])),
    ),
  ]

  const changeOfGroup = (): object =>
    random.pick<() => object>([
      () => ({ op: 'replace', path: 'displayName', value: `group ${seed}-${++made}` }),
      () => ({ op: 'remove', path: `members[value eq "${random.pick([...people.keys()])}"]` }),
      () => ({ op: 'replace', path: 'members', value: some().map((value) => ({ value })) }),
      () => ({ op: 'remove', path: 'members' }),
    ])()

  const wrong = (): Act =>
    random.pick<() => Act>([
      () => ({ method: 'PATCH', path: `/Users/${known(people)}`, body: patchOf({ op: 'remove' }) }),
      () => ({
        method: 'PATCH',
        path: `/Users/${known(people)}`,
        body: patchOf({ op: 'add', path: 'shoeSize', value: '1' }),
      }),
      () => ({
        method: 'PATCH',
        path: `/Users/${known(people)}`,
        body: patchOf({ op: 'move', path: 'title' }),
      }),
      () => ({ method: 'PUT', path: `/Users/${newId()}`, body: person(address()) }),
      () => ({ method: 'DELETE', path: `/Users/${newId()}` }),
      () => ({ method: 'GET', path: `/Groups/${newId()}` }),
      () => ({
        method: 'POST',
        path: '/Users',
        body: person(random.pick([...people.values()]).userName),
      }),
    ])()

  return {
    next(): Act {
      if (people.size < 4 || random.chance(0.22))
        return { method: 'POST', path: '/Users', body: person(address()) }
      const dice = random.int(0, 99)
      if (dice < 10) return wrong()
      if (dice < 22) {
        const id = known(people)
        return {
          method: 'PUT',
          path: `/Users/${id}`,
          body: person(people.get(id)?.userName ?? address()),
        }
      }
      if (dice < 48) {
        const id = known(people)
        const userName = people.get(id)?.userName ?? 'nobody@corp.example'
        const changes = Array.from({ length: 1 + random.int(0, 2) }, () => change(userName))
        return { method: 'PATCH', path: `/Users/${id}`, body: patchOf(...changes) }
      }
      if (dice < 54) return { method: 'DELETE', path: `/Users/${known(people)}` }
      if (dice < 74) return list()
      if (dice < 78) return { method: 'GET', path: `/Users/${known(people)}` }
      if (groups.size < 2 || dice < 83) return { method: 'POST', path: '/Groups', body: group() }
      if (dice < 86) return { method: 'PUT', path: `/Groups/${known(groups)}`, body: group() }
      if (dice < 94)
        return { method: 'PATCH', path: `/Groups/${known(groups)}`, body: patchOf(changeOfGroup()) }
      if (dice < 96) return { method: 'DELETE', path: `/Groups/${known(groups)}` }
      const filter = random.pick([
        `displayName sw "group ${seed}-1"`,
        `members.value eq "${random.pick([...people.keys()])}"`,
      ])
      return { method: 'GET', path: `/Groups?filter=${encodeURIComponent(filter)}` }
    },
    note(method: Act['method'], path: string, { status, body }: ScimAnswered): void {
      const [, kind, id] = path.split('/')
      const of: Map<string, object> = kind?.startsWith('Users') ? people : groups
      if (status === 204) of.delete(id ?? '')
      else if (status < 300 && method !== 'GET') of.set(body.id, body)
    },
  }
}
