import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { signInAs } from '../../testing/accounts.ts'
import { usualEngine } from '../../testing/database.ts'
import { createRole, nextNumber } from '../../testing/factories.ts'
import { finishFlow, startFlow } from '../../testing/provider-sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { startTamperingIssuer, type TamperingIssuer } from '../../testing/tampering-issuer.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []
const seconds = () => Math.floor(Date.now() / 1000)

describe('what providers say, and don’t', () => {
  let t: TestApp
  let owner: Awaited<ReturnType<typeof signInAs>>
  let role: string
  let near: TamperingIssuer
  let far: TamperingIssuer
  let campus: string
  let branch: string
  beforeAll(async () => {
    near = await startTamperingIssuer()
    far = await startTamperingIssuer()
    t = await startTestApp(usualEngine, {
      privateNetworks: loopback,
      publicUrl: 'https://staff.example.com',
    })
    owner = await signInAs(t, 'owner')
    role = await createRole(t.db, [])
    campus = await add('Campus', near)
    branch = await add('Branch', far)
  })
  afterAll(async () => {
    await t.dispose()
    await near.close()
    await far.close()
  })
  beforeEach(async () => {
    await t.db.deleteFrom('attempts').execute()
    near.mood.is = 'well'
  })

  const add = async (name: string, { issuer }: TamperingIssuer): Promise<string> => {
    const { body } = await t.call('identityProviders.create', {
      token: owner.token,
      body: {
        name,
        issuer,
        enabled: true,
        clientId: 'steward',
        clockSkewSeconds: 5,
        groupRoles: [{ group: 'staff', role }],
        admission: [{ claim: null, value: 'staff', status: 'active' }],
      },
    })
    return body.data._id
  }
  const change = async (body: object) => {
    const params = { id: campus }
    const answer = await t.call('identityProviders.update', { token: owner.token, params, body })
    expect(answer.status).toBe(200)
  }
  /** Comes back with a token of an issuer; `sign` makes its signature. */
  const comeBack = (
    issuer: TamperingIssuer,
    url: string,
    claims: JWTPayload,
    sign = issuer.sign,
  ) => {
    const asked = new URL(url).searchParams
    const honest = {
      iss: issuer.issuer,
      aud: 'steward',
      iat: seconds(),
      exp: seconds() + 300,
      nonce: asked.get('nonce') ?? '',
      groups: ['staff'],
      ...claims,
    }
    issuer.answer(async () => ({ id_token: await sign(honest) }))
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' }).toString()
    return back
  }
  const signIn = async (
    provider: string,
    issuer: TamperingIssuer,
    claims: JWTPayload,
    sign = issuer.sign,
  ) => {
    const flow = await startFlow(t, provider)
    return await finishFlow(t, flow, comeBack(issuer, flow.url, claims, sign))
  }
  const newcomer = () => {
    const sub = `person-${nextNumber()}`
    return { sub, name: sub, email: `${sub}@example.com` }
  }

  describe('at a step-up', () => {
    /** Begins a step-up, and finishes it with what the provider says of when and how. */
    const stepUp = async (
      token: string,
      sub: string,
      said: (asked: URLSearchParams) => JWTPayload,
    ) => {
      await sql`update sessions set proved_at = now() - interval '20 minutes'`.execute(t.db)
      await sql`update sessions set proved_at = now() where user_id = ${owner.id}`.execute(t.db)
      const begun = await t.call('openid.startOwn', {
        token,
        body: { provider: campus, purpose: 'step_up', returnTo: '/' },
      })
      const { url, binding } = begun.body.data
      const asked = new URL(url).searchParams
      const back = comeBack(near, url, { sub, ...said(asked) })
      const answer = await t.call('openid.finishOwn', {
        token,
        body: { provider: campus, binding, parameters: back.search },
      })
      const { rows } = await sql<{ fresh: boolean }>`
        select proved_at > now() - interval '5 minutes' as fresh from sessions
        where token_hash = sha256(${token}::text::bytea)`.execute(t.db)
      expect(rows).toEqual([{ fresh: answer.status === 200 }])
      return { status: answer.status, message: answer.body.message, asked }
    }
    const person = async () => {
      const who = newcomer()
      return { ...who, token: (await signIn(campus, near, who)).body.data.token as string }
    }

    test('a level that is asked for is held to', async () => {
      await change({ stepUpAcrValues: 'mfa phr' })
      const { sub, token } = await person()
      for (const acr of [undefined, 'pwd', 'mfa phr']) {
        const weak = await stepUp(token, sub, () => ({ auth_time: seconds(), ...(acr && { acr }) }))
        expect([acr, weak.status, weak.message]).toEqual([
          acr,
          401,
          '“Campus” didn’t confirm who you are as strongly as is asked here (mfa, phr).',
        ])
        expect(weak.asked.get('acr_values')).toBe('mfa phr')
      }
      const strong = await stepUp(token, sub, () => ({ auth_time: seconds(), acr: 'phr' }))
      expect(strong.status).toBe(200)
      await change({ stepUpAcrValues: null })
      // The level of sign-ins is another one.
      await change({ acrValues: 'mfa' })
      const other = await stepUp(token, sub, () => ({ auth_time: seconds(), acr: 'mfa' }))
      expect([other.status, other.asked.get('acr_values')]).toEqual([200, null])
      await change({ acrValues: null })
    })

    test('how long ago it may have been is asked for, and held to', async () => {
      const { sub, token } = await person()
      const notAnew = /“Campus” didn’t ask you anew who you are/
      const at = (ago: number) => () => ({ auth_time: seconds() - ago })
      const now = await stepUp(token, sub, at(0))
      expect([now.status, now.asked.get('max_age')]).toEqual([200, '0'])
      for (const said of [at(60), () => ({})])
        expect(await stepUp(token, sub, said)).toMatchObject({
          status: 401,
          message: expect.stringMatching(notAnew),
        })
      const text = await stepUp(token, sub, () => ({ auth_time: String(seconds()) }))
      expect(text.status).toBe(401)
      await change({ stepUpMaxAge: 300 })
      const lately = await stepUp(token, sub, at(200))
      expect([lately.status, lately.asked.get('max_age')]).toEqual([200, '300'])
      expect((await stepUp(token, sub, at(400))).status).toBe(401)
      await change({ stepUpMaxAge: 0 })
    })
  })

  test('class: a token that is signed with a key of before its change', async () => {
    const who = newcomer()
    expect((await signIn(campus, near, who)).status).toBe(200)
    const former = await near.rotate()
    // Keys aren't fetched more often than every two seconds.
    await expect
      .poll(async () => (await signIn(campus, near, who)).status, {
        timeout: 20_000,
        interval: 300,
      })
      .toBe(200)
    const { status, body } = await signIn(campus, near, who, former)
    expect([status, body.message]).toEqual([401, expect.stringMatching(/can’t be trusted/)])
    expect((await signIn(campus, near, who)).status).toBe(200)
  })

  test('one subject of two providers is two people', async () => {
    const one = newcomer()
    const other = { ...newcomer(), sub: one.sub }
    const first = await signIn(campus, near, one)
    const second = await signIn(branch, far, other)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.data.admin._id).not.toBe(first.body.data.admin._id)
    expect((await signIn(campus, near, one)).body.data.admin._id).toBe(first.body.data.admin._id)
    // Nor does the address make them one.
    const same = await signIn(branch, far, { ...newcomer(), email: one.email })
    expect([same.status, same.body.message]).toEqual([
      403,
      expect.stringMatching(/There is an account with your e-mail address already/),
    ])
    // Its token is nobody's at the other one.
    const mixed = await signIn(branch, far, one, near.sign)
    expect(mixed.status).toBe(401)
  })

  test('keys that can’t be fetched are no wrong signature', async () => {
    await near.rotate()
    near.mood.is = 'keyless'
    const attempt = async () => (await signIn(campus, near, newcomer())).body.message
    await expect
      .poll(attempt, { timeout: 20_000, interval: 300 })
      .toMatch(/“Campus” can’t be reached/)
    near.mood.is = 'well'
    const status = async () => (await signIn(campus, near, newcomer())).status
    await expect.poll(status, { timeout: 20_000, interval: 300 }).toBe(200)
  })

  describe('nothing, as they are away', () => {
    const words = (passwords: boolean) =>
      passwords
        ? '“Campus” can’t be reached at the moment. Please try again in a few minutes, or sign in with your password.'
        : '“Campus” can’t be reached at the moment. Please try again in a few minutes.'
    const logIn = () =>
      t.call('session.login', { body: { email: owner.email, password: owner.password } })

    test.each([true, false])('as a sign-in begins and ends; passwords work: %s', async (works) => {
      await t.call('openid.keepPassword', { token: owner.token, body: { keep: true } })
      await sql`delete from sign_in_settings`.execute(t.db)
      await sql`insert into sign_in_settings (passwords_off) values (${!works})`.execute(t.db)
      const flow = await startFlow(t, campus)
      const back = comeBack(near, flow.url, newcomer())
      near.mood.is = 'broken'
      const ended = await finishFlow(t, flow, back)
      expect([ended.status, ended.body.message]).toEqual([409, words(works)])
      // As after ten minutes, it is read anew what the provider says of itself.
      await sql`update identity_providers set version = version + 1`.execute(t.db)
      const begun = await t.call('openid.start', { body: { provider: campus, returnTo: '/' } })
      expect([begun.status, begun.body.message]).toEqual([409, words(works)])
      // An owner's password works in any case, as it is kept, and others at the other provider.
      expect((await logIn()).status).toBe(200)
      expect((await signIn(branch, far, newcomer())).status).toBe(200)
      await sql`delete from sign_in_settings`.execute(t.db)
    })
  })
})
