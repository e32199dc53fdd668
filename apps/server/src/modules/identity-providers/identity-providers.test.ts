import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { openSecrets } from '../../secrets.ts'
import { changeRole, signInAs } from '../../testing/accounts.ts'
import { runCommand } from '../../testing/command-line.ts'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole, create as createRows } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { startTamperingIssuer, type TamperingIssuer } from '../../testing/tampering-issuer.ts'
import { clientSecretContext } from './client-secrets.ts'
import { maxProviders } from './identity-providers.store.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []
const firstKey = 'the first secret key, which is long enough'
const secondKey = 'the second secret key, which is long enough'

describe.each(oneEngine)('identity providers on %s', (engine) => {
  let t: TestApp
  let issuer: TamperingIssuer
  let owner: Awaited<ReturnType<typeof signInAs>>
  let admin: Awaited<ReturnType<typeof signInAs>>
  let ownerRole: string
  let low: string
  let high: string
  beforeAll(async () => {
    issuer = await startTamperingIssuer()
    t = await startTestApp(
      engine,
      { privateNetworks: loopback, secretKey: firstKey },
      { writesBySql: true },
    )
    owner = await signInAs(t, 'owner')
    admin = await signInAs(
      t,
      named('System · Integrations · list', 'System · Integrations · update'),
    )
    ownerRole = owner.roleId
    low = await createRole(t.db, [])
    high = await createRole(t.db, granting('Operations · Bills · delete'))
  })
  afterAll(async () => {
    await t.dispose()
    await issuer.close()
  })

  let n = 0
  const create = (token: string, fields: Record<string, unknown> = {}) => {
    n += 1
    const body = {
      name: `Provider ${n}`,
      issuer: `${issuer.issuer}/${n}`,
      clientId: 'steward',
      ...fields,
    }
    return t.call('identityProviders.create', { token, body })
  }
  const made = async (fields: Record<string, unknown> = {}, token = owner.token) => {
    const { status, body } = await create(token, fields)
    expect([status, body.message]).toEqual([201, 'Identity provider added'])
    mustFitContract('identityProviders.create', body)
    return body.data
  }
  const update = (id: string, body: object, token = owner.token) =>
    t.call('identityProviders.update', { token, params: { id }, body })
  const remove = (id: string, token = owner.token) =>
    t.call('identityProviders.delete', { token, params: { id } })
  const map = (...roles: string[]) => roles.map((role, i) => ({ group: `group ${i}`, role }))

  test('nobody is admitted by one that is new, and it is off until it is turned on', async () => {
    const provider = await made()
    expect(provider).toMatchObject({
      enabled: false,
      hasSecret: false,
      groupRoles: [],
      admission: [],
      linksAccounts: false,
      people: 0,
      redirectUri: expect.stringMatching(new RegExp(`/openid/${provider._id}$`)),
    })
    const { signIn } = (await t.app.inject('/config.json')).json()
    expect(signIn).toBe(undefined)
    await update(provider._id, { enabled: true })
    expect((await t.app.inject('/config.json')).json().signIn).toEqual({
      providers: [{ _id: provider._id, name: provider.name }],
      passwordsOff: false,
    })
    await remove(provider._id)
    expect((await t.app.inject('/config.json')).json().signIn).toBe(undefined)
  })

  test('the id of the next one is known before, and serves once', async () => {
    const { next } = (await t.call('identityProviders.list', { token: owner.token })).body.data
    const provider = await made({ _id: next._id })
    expect(provider).toMatchObject({ _id: next._id, redirectUri: next.redirectUri })
    const again = await create(owner.token, { _id: next._id })
    expect([again.status, again.body.errors[0].path]).toEqual([409, '_id'])
    await remove(provider._id)
  })

  test('the client’s secret is encrypted, in no answer and in no entry of the audit log', async () => {
    const secret = 'only the provider knows this'
    const provider = await made({ clientSecret: secret })
    expect(provider.hasSecret).toBe(true)
    await update(provider._id, { clientSecret: `${secret} too` })
    const [row] = await t.db
      .selectFrom('identity_providers')
      .where('id', '=', provider._id)
      .selectAll()
      .execute()
    expect(row?.client_secret?.toString('latin1')).not.toContain('provider knows')
    const entries = await t.db
      .selectFrom('audit_entries')
      .where('area', '=', 'integrations')
      .where('record_id', '=', provider._id)
      .selectAll()
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update'])
    expect(entries[1]?.detail).toBe('The client secret was changed')
    const list = await t.call('identityProviders.list', { token: owner.token })
    expect(JSON.stringify([entries, list.body, provider])).not.toContain('provider knows')
    // The key of secrets is changed, and the old one gone.
    const rotated = await runCommand(
      { ...t.config, secretKey: secondKey, previousSecretKey: firstKey },
      ['secrets', 'rotate'],
    )
    expect(rotated.out).toMatch(/^1 secret/)
    const alone = await openSecrets({ ...t.config, secretKey: secondKey })
    const after = await t.db
      .selectFrom('identity_providers')
      .where('id', '=', provider._id)
      .select('client_secret')
      .executeTakeFirstOrThrow()
    expect(alone.unseal(after.client_secret as Buffer, clientSecretContext(provider._id))).toBe(
      `${secret} too`,
    )
    await remove(provider._id)
  })

  test('class: privilege escalation by a mapping', async () => {
    const beyond = await create(admin.token, { groupRoles: map(high) })
    expect([beyond.status, beyond.body.message]).toEqual([
      403,
      expect.stringMatching(/You can’t grant “Operations · Bills · delete”/),
    ])
    expect((await create(admin.token, { groupRoles: map(ownerRole) })).body.message).toMatch(
      /only an owner can save it/,
    )
    const own = await made({ groupRoles: map(low) }, admin.token)
    expect((await update(own._id, { groupRoles: map(low, high) }, admin.token)).status).toBe(403)
    // Whoever says where a provider is decides who gets what it maps.
    const others = await made({ groupRoles: map(high) })
    for (const body of [
      { issuer: 'http://127.0.0.1:9/' },
      { clientId: 'mine' },
      { enabled: true },
      { groupRoles: [] },
      { admission: [{ claim: null, value: 'x', status: 'active' }] },
      { groupsClaim: 'name' },
    ])
      expect((await update(others._id, body, admin.token)).status).toBe(403)
    expect((await remove(others._id, admin.token)).status).toBe(403)
    for (const { _id } of [own, others]) expect((await remove(_id)).status).toBe(200)
  })

  test('class: a mapping that is saved without a step-up', async () => {
    const provider = await made()
    await t.db.updateTable('sessions').set({ proved_at: '2020-01-01T00:00:00Z' }).execute()
    const attempts = [
      create(owner.token),
      update(provider._id, { groupRoles: map(low) }),
      remove(provider._id),
    ]
    for (const attempt of attempts)
      expect((await attempt).body).toMatchObject({ code: 'step_up_required' })
    const { data } = (await t.call('identityProviders.list', { token: owner.token })).body
    expect(data.providers).toMatchObject([{ _id: provider._id, groupRoles: [], version: 1 }])
    await t.call('profile.stepUp', { token: owner.token, body: { password: owner.password } })
    await t.call('profile.stepUp', { token: admin.token, body: { password: admin.password } })
    await remove(provider._id)
  })

  test('a new entry leads to a role that people can have; an old one stays, whatever becomes of its role', async () => {
    const role = await createRole(t.db, [])
    await changeRole(t, role, { status: 'inactive' })
    for (const gone of [role, '01900000-0000-7000-8000-000000000000']) {
      const { status, body } = await create(owner.token, { groupRoles: map(gone) })
      expect([status, body.errors[0].path]).toEqual([422, 'groupRoles.0.role'])
    }
    await changeRole(t, role, { status: 'active' })
    const provider = await made({ groupRoles: map(role) })
    await changeRole(t, role, { status: 'deleted' })
    const { body } = await update(provider._id, { name: 'Renamed' })
    expect(body.data).toMatchObject({
      name: 'Renamed',
      groupRoles: [{ group: 'group 0', role: { _id: role, status: 'deleted' } }],
    })
    await remove(provider._id)
  })

  test.each([
    ['no address', { issuer: 'example' }, 'issuer'],
    ['a private network', { issuer: 'https://10.0.0.1' }, 'issuer'],
    ['no openid among the scopes', { scopes: 'email' }, 'scopes'],
    [
      'a group twice',
      {
        groupRoles: [
          { group: 'a', role: '01900000-0000-7000-8000-000000000000' },
          { group: 'a', role: '01900000-0000-7000-8000-000000000000' },
        ],
      },
      'groupRoles.1.group',
    ],
    [
      '201 groups',
      {
        groupRoles: Array.from({ length: 201 }, (_, i) => ({
          group: `g${i}`,
          role: '01900000-0000-7000-8000-000000000000',
        })),
      },
      'groupRoles',
    ],
    [
      '51 rules',
      { admission: Array.from({ length: 51 }, () => ({ value: 'a', status: 'active' })) },
      'admission',
    ],
    [
      'a status that there is not',
      { admission: [{ value: 'a', status: 'owner' }] },
      'admission.0.status',
    ],
    ['a clock of another day', { clockSkewSeconds: 301 }, 'clockSkewSeconds'],
    [
      'an account that is none of a service',
      { provisioner: '01900000-0000-7000-8000-000000000000' },
      'provisioner',
    ],
  ])('%s is refused', async (_, fields, path) => {
    const { status, body } = await create(owner.token, fields)
    expect([status, body.errors[0].path]).toEqual([422, path])
  })

  test('two that save at once, and a name that is taken', async () => {
    const one = await made()
    const two = await made()
    const taken = await update(two._id, { name: one.name.toUpperCase() })
    expect([taken.status, taken.body.code]).toEqual([409, 'taken'])
    const both = await Promise.all([
      update(one._id, { groupsClaim: 'a', version: 1 }),
      update(one._id, { groupsClaim: 'b', version: 1 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('out_of_date')
    const same = await update(two._id, { name: two.name })
    expect(same.body.data.version).toBe(1)
    for (const { _id } of [one, two]) await remove(_id)
  })

  test('an issuer is that of one provider alone, also of two that are saved at once', async () => {
    const address = `${issuer.issuer}/campus`
    const answers = await Promise.all([
      create(owner.token, { issuer: address }),
      create(owner.token, { issuer: address }),
    ])
    const [one] = answers.filter(({ status }) => status === 201)
    const [refused] = answers.filter(({ status }) => status !== 201)
    const other = await made()
    for (const answer of [refused, await update(other._id, { issuer: address })]) {
      expect([answer?.status, answer?.body.code]).toEqual([409, 'taken'])
      expect(answer?.body.errors).toMatchObject([
        {
          path: 'issuer',
          msg: 'Another identity provider has this issuer already. Change that one instead.',
        },
      ])
    }
    // That of a provider that is gone is free again.
    await remove(one?.body.data._id)
    expect((await update(other._id, { issuer: address })).status).toBe(200)
    await remove(other._id)
  })

  test('the issuer of linked people can’t become another one, whose subjects are others', async () => {
    const provider = await made({ groupRoles: map(low) })
    const person = await createAdmin(t.db, low)
    await t.db
      .updateTable('users')
      .set({ provider_id: provider._id })
      .where('id', '=', person.id)
      .execute()
    const { status, body } = await update(provider._id, { issuer: `${issuer.issuer}/other` })
    expect([status, body.message]).toEqual([409, expect.stringMatching(/1 account is linked/)])
    await remove(provider._id)
    const { data } = (
      await t.call('users.details', { token: owner.token, params: { id: person.id } })
    ).body
    expect(data).toMatchObject({ role: { _id: low }, provider: null })
  })

  test('there are at most twenty', async () => {
    const ids: string[] = []
    for (let i = 0; i < maxProviders; i += 1) ids.push((await made())._id)
    const { status, body } = await create(owner.token)
    expect([status, body.message]).toEqual([409, expect.stringMatching(/There are 20/)])
    for (const id of ids) await remove(id)
  })

  describe('who would become what', () => {
    let id: string
    const explain = async (token: string, asker = owner.token) => {
      const answer = await t.call('identityProviders.explain', {
        token: asker,
        params: { id },
        body: { token },
      })
      if (answer.status === 200) mustFitContract('identityProviders.explain', answer.body)
      return answer
    }
    beforeAll(async () => {
      id = (
        await made({
          issuer: issuer.issuer,
          groupRoles: [
            { group: 'staff', role: low },
            { group: 'chiefs', role: high },
          ],
          admission: [{ claim: null, value: 'staff', status: 'pending' }],
        })
      )._id
    })
    const claims = {
      sub: 'ann',
      name: 'Ann',
      email: 'ann@example.com',
      groups: ['chiefs', 'staff'],
    }

    test('by claims alone, which nobody has signed', async () => {
      const { body } = await explain(JSON.stringify(claims))
      expect(body.data).toMatchObject({
        signature: 'none',
        subject: 'ann',
        groups: ['chiefs', 'staff'],
        group: 'staff',
        role: { _id: low },
        rule: { claim: null, value: 'staff', status: 'pending' },
        person: null,
        outcome: 'pending',
        reason: {
          message: expect.stringMatching(/^A new account with the role .* waits for approval/),
        },
      })
      const chief = await explain(JSON.stringify({ ...claims, groups: ['chiefs'] }))
      expect(chief.body.data).toMatchObject({ role: { _id: high }, rule: null, outcome: 'refused' })
    })

    test('by a token, whose signature is checked although it has expired', async () => {
      const now = Math.floor(Date.now() / 1000)
      const token = {
        ...claims,
        iss: issuer.issuer,
        aud: 'steward',
        iat: now - 7200,
        exp: now - 3600,
      }
      const valid = await explain(await issuer.sign(token))
      expect(valid.body.data).toMatchObject({ signature: 'valid', outcome: 'pending' })
      const other = await explain(await issuer.sign({ ...token, aud: 'other' }))
      expect(other.body.data).toMatchObject({
        signature: 'invalid',
        signatureProblem: { message: 'The token is for another client.' },
        outcome: 'refused',
      })
      const stranger = await startTamperingIssuer()
      const forged = await explain(await stranger.sign(token))
      expect(forged.body.data).toMatchObject({ signature: 'invalid', outcome: 'refused' })
      await stranger.close()
    })

    test('class: an oracle of accounts: tells nothing of accounts that the asker may not list', async () => {
      const person = await createAdmin(t.db, low)
      const [member = ''] = await createRows(t.db, 'users', {
        email: 'in@example.com',
        name: 'Ina',
      })
      const { rows } = await sql<{ email: string }>`
        select email from users where id in (${person.id}, ${owner.id}, ${member})
      `.execute(t.db)
      const mails = rows.map(({ email }) => email)
      const as = async (email: string, asker: string) =>
        (await explain(JSON.stringify({ ...claims, email, email_verified: true }), asker)).body.data
      const unknown = await as('nobody@example.com', admin.token)
      expect(unknown).toMatchObject({ person: null, outcome: 'pending' })
      expect(unknown.reason.message).toMatch(
        /waits for approval\. Accounts that you may not list are left out here\.$/,
      )
      expect(mails).toHaveLength(3)
      for (const email of mails) expect(await as(email, admin.token)).toEqual({ ...unknown, email })
      // Somebody who lists admins alone learns of these.
      const lister = await signInAs(
        t,
        named('System · Integrations · update', 'Users · Admins · list'),
      )
      const { email = '' } = rows.find(({ email }) => email !== 'in@example.com') ?? {}
      const shown = await as(email, lister.token)
      expect(shown.person).not.toBeNull()
      expect(shown.reason.message).not.toMatch(/left out/)
      expect(await as('in@example.com', lister.token)).toEqual({
        ...unknown,
        email: 'in@example.com',
      })
    })

    test('changes and keeps nothing', async () => {
      const count = async () => [
        (await t.db.selectFrom('users').select('id').execute()).length,
        (await t.db.selectFrom('audit_entries').select('id').execute()).length,
        (await t.db.selectFrom('identity_links').selectAll().execute()).length,
      ]
      const before = await count()
      await explain(JSON.stringify(claims))
      expect(await count()).toEqual(before)
    })

    test.each(['no token', '[]', '{', 'a.b.c', 'null'])('of %j is refused', async (token) => {
      const { status, body } = await explain(token)
      expect([status, body.errors[0].path]).toEqual([422, 'token'])
    })

    test('class: a token without end', async () => {
      expect((await explain('x'.repeat(50_001))).status).toBe(422)
    })
  })

  test('what discovery says of an issuer, and what is wrong with it', async () => {
    const discover = async (address: string) => {
      const { body } = await t.call('identityProviders.discover', {
        token: owner.token,
        body: { issuer: address },
      })
      mustFitContract('identityProviders.discover', body)
      return body.data
    }
    const found = await discover(issuer.issuer)
    expect(found.problem).toBe(null)
    expect(found.endpoints).toContainEqual({
      name: 'token_endpoint',
      value: `${issuer.issuer}/token`,
    })
    expect(found.warnings.map(({ message }: { message: string }) => message).join()).toMatch(
      /end-session endpoint.*back-channel logout/,
    )
    for (const [address, words] of [
      ['http://127.0.0.1:9', 'The machine refused the connection.'],
      [`${issuer.issuer}/keys`, 'What is found there belongs to another issuer.'],
      ['http://10.0.0.1', /leads to this machine or a private network/],
      ['nonsense', /must be an address/],
    ] as const)
      expect((await discover(address)).problem?.message).toMatch(words)
    issuer.mood.is = 'broken'
    expect((await discover(issuer.issuer)).problem?.message).toMatch(
      /There is no discovery document/,
    )
    issuer.mood.is = 'well'
  })
})
