import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { changePerson, signInAs } from '../../testing/accounts.ts'
import { usualEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { type OpenidProvider, startOpenidProvider } from '../../testing/openid-provider.ts'
import { addProvider, signInAt } from '../../testing/provider-sign-in.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []

describe('one’s own account at a provider', () => {
  let provider: OpenidProvider
  let mailbox: Mailbox
  let t: TestApp
  let owner: Awaited<ReturnType<typeof signInAs>>
  let role: string
  let id: string
  beforeAll(async () => {
    provider = await startOpenidProvider()
    mailbox = await openMailbox()
    t = await startTestApp(usualEngine, {
      privateNetworks: loopback,
      publicUrl: 'https://staff.example.com',
      smtpUrl: mailbox.url,
    })
    owner = await signInAs(t, 'owner', { name: 'Ada Owner' })
    role = await createRole(t.db, [])
    ;({ id } = await addProvider(t, owner.token, provider, {
      groupRoles: [
        { group: 'owners', role: owner.roleId },
        { group: 'staff', role },
      ],
      admission: [{ claim: null, value: 'staff', status: 'active' }],
    }))
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
    await provider.stop()
  })
  beforeEach(async () => {
    await t.db.deleteFrom('attempts').execute()
    const staff = { email_verified: true, groups: ['staff'] }
    Object.assign(provider.people, {
      ann: { ...staff, name: 'Ann', email: 'ann@example.com' },
      ben: { ...staff, name: 'Ben', email: 'ben@example.com' },
      ada: { ...staff, name: 'Ada', email: owner.email, groups: ['owners'] },
    })
    await provider.refresh()
  })

  const signIn = async (login: string, browser = provider.browser()) =>
    (await signInAt(t, { provider: id, login, browser })).body.data
  const start = (token: string, purpose: string, provider = id) =>
    t.call('openid.startOwn', { token, body: { provider, purpose, returnTo: '/profile' } })
  const finish = (token: string, binding: string, back: URL) =>
    t.call('openid.finishOwn', { token, body: { provider: id, binding, parameters: back.search } })
  const expireStepUp = (token: string) =>
    sql`update sessions set proved_at = now() - interval '20 minutes'
      where token_hash = sha256(${token}::text::bytea)`.execute(t.db)
  const isSteppedUp = async (token: string) => {
    const [row] = (
      await sql<{ fresh: boolean }>`
        select proved_at > now() - interval '5 minutes' as fresh from sessions
        where token_hash = sha256(${token}::text::bytea)`.execute(t.db)
    ).rows
    return row?.fresh
  }

  test('a step-up asks the provider to ask anew, and holds for this session alone', async () => {
    const browser = provider.browser()
    const { token } = await signIn('ann', browser)
    const other = (await signIn('ann')).token
    await expireStepUp(token)
    await expireStepUp(other)
    const { body } = await start(token, 'step_up')
    mustFitContract('openid.startOwn', body)
    const asked = new URL(body.data.url).searchParams
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
    const back = await browser.signIn(body.data.url, 'ann')
    const foreign = await finish(other, body.data.binding, back)
    expect([foreign.status, foreign.body.code]).toEqual([400, 'dead_link'])
    const again = (await start(token, 'step_up')).body.data
    const answer = await finish(token, again.binding, await browser.signIn(again.url, 'ann'))
    expect(answer.status).toBe(200)
    mustFitContract('openid.finishOwn', answer.body)
    expect(answer.body.data.returnTo).toBe('/profile')
    expect([await isSteppedUp(token), await isSteppedUp(other)]).toEqual([true, false])
  })

  test('class: a step-up by a session at the provider, without asking anew', async () => {
    const browser = provider.browser()
    const { token } = await signIn('ann', browser)
    await expireStepUp(token)
    const { url, binding } = (await start(token, 'step_up')).body.data
    // What the provider is asked for is taken out on the way.
    const weaker = new URL(url)
    weaker.searchParams.delete('prompt')
    weaker.searchParams.delete('max_age')
    await t.db
      .updateTable('openid_flows')
      .set({ started_at: sql`now() + interval '2 minutes'` })
      .execute()
    const { status, body } = await finish(token, binding, await browser.signIn(weaker.href, 'ann'))
    expect([status, body.message]).toEqual([401, expect.stringMatching(/didn’t ask you anew/)])
    expect(await isSteppedUp(token)).toBe(false)
  })

  test('class: a step-up as somebody else, or with the answer of a sign-in', async () => {
    const { token } = await signIn('ann')
    await signIn('ben')
    await expireStepUp(token)
    const { url, binding } = (await start(token, 'step_up')).body.data
    const back = await provider.browser().signIn(url, 'ben')
    const { status, body } = await finish(token, binding, back)
    expect([status, body.message]).toEqual([
      401,
      expect.stringMatching(/Somebody else has signed in/),
    ])
    const flow = (await t.call('openid.start', { body: { provider: id } })).body.data
    const answer = await provider.browser().signIn(flow.url, 'ann')
    expect((await finish(token, flow.binding, answer)).body.code).toBe('dead_link')
    expect(await isSteppedUp(token)).toBe(false)
  })

  test('who isn’t linked has no step-up there', async () => {
    const local = await t.signIn([])
    const { status, body } = await start(local.token, 'step_up')
    expect([status, body.message]).toEqual([409, expect.stringMatching(/isn’t linked to “Campus”/)])
  })

  test('an owner links themselves, after a step-up, and then signs in by the provider', async () => {
    expect(
      (await signInAt(t, { provider: id, login: 'ada', browser: provider.browser() })).body.message,
    ).toMatch(/never linked by an address/)
    await expireStepUp(owner.token)
    expect((await start(owner.token, 'link')).body.code).toBe('step_up_required')
    await t.call('profile.stepUp', { token: owner.token, body: { password: owner.password } })
    const link = async (login: string) => {
      const { url, binding } = (await start(owner.token, 'link')).body.data
      return await finish(owner.token, binding, await provider.browser().signIn(url, login))
    }
    await signIn('ben')
    expect((await link('ben')).body.message).toMatch(/linked to another account/)
    const linked = await link('ada')
    expect([linked.status, linked.body.message]).toEqual([200, 'Linked to “Campus”'])
    expect((await signIn('ada')).admin).toMatchObject({
      _id: owner.id,
      role: { _id: owner.roleId },
    })
    const own = await t.call('openid.own', { token: owner.token })
    mustFitContract('openid.own', own.body)
    expect(own.body.data.providers).toMatchObject([{ _id: id, since: expect.any(String) }])
  })

  test('the last owner stays one, whatever groups they are in', async () => {
    const others = await t.db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', owner.roleId)
      .where('id', '<>', owner.id)
      .execute()
    for (const other of others) await changePerson(t, other.id, { status: 'inactive' })
    for (const groups of [['staff'], []]) {
      provider.people['ada'] = { ...provider.people['ada'], groups }
      await provider.refresh()
      const { status, body } = await signInAt(t, {
        provider: id,
        login: 'ada',
        browser: provider.browser(),
      })
      expect([status, body.message]).toEqual([403, expect.stringMatching(/last owner/)])
    }
    expect((await t.call('profile.own', { token: owner.token })).body.data.role._id).toBe(
      owner.roleId,
    )
  })

  describe('while passwords are turned off', () => {
    const setPasswords = (token: string, off: boolean) =>
      t.call('identityProviders.setPasswords', { token, body: { off } })
    const logIn = (who: { email: string; password: string }) =>
      t.call('session.login', { body: { email: who.email, password: who.password } })
    const keep = (token: string, value: boolean) =>
      t.call('openid.keepPassword', { token, body: { keep: value } })
    let staff: Awaited<ReturnType<typeof signInAs>>
    beforeAll(async () => {
      staff = await signInAs(t, named('System · Integrations · update'))
    })

    test('only an owner turns them off, who could still get in, and where a provider works', async () => {
      expect((await setPasswords(staff.token, true)).status).toBe(403)
      const locked = await setPasswords(owner.token, true)
      expect([locked.status, locked.body.message]).toEqual([
        409,
        expect.stringMatching(/You would lock yourself out/),
      ])
      expect((await keep(staff.token, true)).status).toBe(403)
      expect((await keep(owner.token, true)).status).toBe(200)
      await t.call('identityProviders.update', {
        token: owner.token,
        params: { id },
        body: { enabled: false },
      })
      expect((await setPasswords(owner.token, true)).body.message).toMatch(/None of the enabled/)
      await t.call('identityProviders.update', {
        token: owner.token,
        params: { id },
        body: { enabled: true },
      })
      await expireStepUp(owner.token)
      expect((await setPasswords(owner.token, true)).body.code).toBe('step_up_required')
      await t.call('profile.stepUp', { token: owner.token, body: { password: owner.password } })
      const { status, body } = await setPasswords(owner.token, true)
      mustFitContract('identityProviders.setPasswords', body)
      expect([status, body.data]).toMatchObject([
        200,
        { off: true, keptBy: [{ _id: owner.id, name: 'Ada Owner' }] },
      ])
    })

    test('a password is refused in one sentence, to whoever knows it alone; so are all ways to set one', async () => {
      const words =
        'Passwords are turned off here. Please sign in with your organisation’s account.'
      const right = await logIn(staff)
      expect([right.status, right.body.message]).toEqual([403, words])
      const wrong = await logIn({ ...staff, password: 'wrong password' })
      expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_credentials'])
      const refusals = await Promise.all([
        t.call('accounts.forgotPassword', { body: { email: staff.email } }),
        t.call('accounts.forgotPassword', { body: { email: 'nobody@example.com' } }),
        t.call('accounts.register', {
          body: { name: 'New', email: 'new@example.com', password: 'a fine long password' },
        }),
        t.call('profile.changePassword', {
          token: staff.token,
          body: { currentPassword: staff.password, password: 'another fine password' },
        }),
        t.call('profile.stepUp', { token: staff.token, body: { password: staff.password } }),
      ])
      for (const { status, body } of refusals) expect([status, body.message]).toEqual([403, words])
      expect((await signIn('ann')).token).toBeTruthy()
    })

    test('a link that was mailed before sets no password', async () => {
      const { createLink } = await import('../authentication/links.store.ts')
      const { token } = await createLink(t.db, staff.id, 'reset')
      const answer = await t.call('accounts.resetPassword', {
        body: { token, password: 'another fine password' },
      })
      expect(answer.body.message).toMatch(/Passwords are turned off/)
      expect((await t.call('accounts.checkLink', { body: { token } })).status).toBe(403)
    })

    test('a kept password works (break glass), is told to every owner by mail, and logged', async () => {
      const { status } = await logIn(owner)
      expect(status).toBe(200)
      const mail = await mailbox.take(owner.email, /kept password was used/)
      expect(mail.text).toContain(
        'Ada Owner has signed in with a password or passkey that was kept',
      )
      const { entries } = (
        await t.call('auditLog.list', {
          token: owner.token,
          query: { action: 'sign-in', limit: 1 },
        })
      ).body.data
      expect(entries[0].detail).toBe('With a kept password, while passwords are off')
    })

    test('class: an emptied break glass: an owner who can’t sign in is none that remains', async () => {
      await sql`update sign_in_settings set passwords_off = false`.execute(t.db)
      const second = await signInAs(t, 'owner')
      await sql`update sign_in_settings set passwords_off = true`.execute(t.db)
      // Both are owners, but only the first one has a way in.
      const attempt = await t.call('users.changeStatus', {
        token: second.token,
        params: { id: owner.id },
      })
      expect([attempt.status, attempt.body.message]).toEqual([
        409,
        expect.stringMatching(/the last active owner who can sign in\./),
      ])
      const view = async () =>
        (await t.call('identityProviders.list', { token: owner.token })).body.data.passwords.keptBy
      expect(await view()).toHaveLength(1)
      // Who has lost the password keeps none.
      const [was] = (
        await sql<{ password_hash: string }>`
          delete from credentials where user_id = ${owner.id} returning password_hash`.execute(t.db)
      ).rows
      expect(await view()).toEqual([])
      await sql`
        insert into credentials (user_id, password_hash)
        values (${owner.id}, ${was?.password_hash})`.execute(t.db)
      const params = { id: second.id }
      expect((await t.call('users.changeStatus', { token: owner.token, params })).status).toBe(200)
    })

    test('nothing that would leave no owner in is allowed', async () => {
      await sql`delete from identity_links where user_id = ${owner.id}`.execute(t.db)
      const words = /no owner could sign in any more/
      expect((await keep(owner.token, false)).body.message).toMatch(words)
      // With the kept password the provider may go.
      await sql`
        insert into identity_links (provider_id, subject, user_id) values (${id}, 'ada', ${owner.id})
      `.execute(t.db)
      expect((await keep(owner.token, false)).status).toBe(200)
      for (const attempt of [
        t.call('identityProviders.update', {
          token: owner.token,
          params: { id },
          body: { enabled: false },
        }),
        t.call('identityProviders.delete', { token: owner.token, params: { id } }),
      ])
        expect((await attempt).body.message).toMatch(words)
    })

    test('turned on again, passwords work as before', async () => {
      expect((await setPasswords(owner.token, false)).status).toBe(200)
      expect((await logIn(staff)).status).toBe(200)
    })
  })
})
