import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { usualEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import { type OpenidProvider, startOpenidProvider } from '../../testing/openid-provider.ts'
import { freePort } from '../../testing/process.ts'
import { addProvider, finishFlow, signInAt, startFlow } from '../../testing/provider-sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { startTamperingIssuer, type TamperingIssuer } from '../../testing/tampering-issuer.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []
const event = 'http://schemas.openid.net/event/backchannel-logout'

describe('signing out at a provider', () => {
  let provider: OpenidProvider
  let issuer: TamperingIssuer
  let t: TestApp
  let real: string
  let shady: string
  beforeAll(async () => {
    provider = await startOpenidProvider()
    issuer = await startTamperingIssuer()
    for (const login of ['ann', 'ben'])
      provider.people[login] = {
        name: login,
        email: `${login}@example.com`,
        email_verified: true,
        groups: ['staff'],
      }
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    t = await startTestApp(usualEngine, { privateNetworks: loopback, publicUrl })
    await t.app.listen({ port, host: '127.0.0.1' })
    const { token } = await t.signIn('owner')
    const role = await createRole(t.db, [])
    const admitting = {
      groupRoles: [{ group: 'staff', role }],
      admission: [{ claim: null, value: 'staff', status: 'active' }],
    }
    ;({ id: real } = await addProvider(t, token, provider, admitting))
    const { body } = await t.call('identityProviders.create', {
      token,
      body: {
        name: 'Shady',
        enabled: true,
        issuer: issuer.issuer,
        clientId: 'steward',
        ...admitting,
      },
    })
    shady = body.data._id
  })
  afterAll(async () => {
    await t.dispose()
    await issuer.close()
    await provider.stop()
  })
  beforeEach(async () => {
    await t.db.deleteFrom('attempts').execute()
  })
  const own = async (token: string) => (await t.call('profile.own', { token })).status

  test('signing out here leads to the sign-out there, with the ID token as a hint', async () => {
    const browser = provider.browser()
    const { token } = (await signInAt(t, { provider: real, login: 'ann', browser })).body.data
    const { body } = await t.call('session.logout', { token })
    const url = new URL(body.data.endSessionUrl)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${t.config.publicUrl}/`)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(await own(token)).toBe(401)
    expect((await browser.signOut(url.href))?.href).toBe(`${t.config.publicUrl}/`)
    // The provider asks anew who it is.
    const flow = await startFlow(t, real)
    const page = await fetch(flow.url, { redirect: 'manual' })
    expect(page.headers.get('location')).toMatch(/interaction/)
    const local = await t.signIn([])
    expect((await t.call('session.logout', { token: local.token })).body.data).toEqual({})
  })

  test('signing out goes on without a hint whose key was lost', async () => {
    const browser = provider.browser()
    const { token } = (await signInAt(t, { provider: real, login: 'ann', browser })).body.data
    await t.db
      .updateTable('provider_sessions')
      .set({ id_token: Buffer.alloc(60, 7) })
      .execute()
    const { status, body } = await t.call('session.logout', { token })
    const url = new URL(body.data.endSessionUrl)
    expect([status, url.origin, url.searchParams.get('id_token_hint')]).toEqual([
      200,
      provider.issuer,
      null,
    ])
    expect(await own(token)).toBe(401)
  })

  test('a sign-out at the provider ends the sessions here, by the next request', async () => {
    const browser = provider.browser()
    const signIn = (login: string, at = browser) =>
      signInAt(t, { provider: real, login, browser: at })
    const { token } = (await signIn('ann')).body.data
    const other = (await signIn('ben', provider.browser())).body.data.token
    expect(await own(token)).toBe(200)
    await browser.signOut(`${provider.issuer}/session/end?client_id=steward`)
    await expect.poll(() => own(token)).toBe(401)
    expect(await own(other)).toBe(200)
    const [entry] = await t.db
      .selectFrom('audit_entries')
      .where('action', '=', 'session-end')
      .selectAll()
      .execute()
    expect(entry).toMatchObject({ title: 'ann', detail: 'One session was ended by Campus' })
  })

  describe('by a logout token', () => {
    const seconds = () => Math.floor(Date.now() / 1000)
    let sid = 0
    const signIn = async () => {
      sid += 1
      const flow = await startFlow(t, shady)
      const parameters = new URL(flow.url).searchParams
      issuer.answer(async () => ({
        id_token: await issuer.sign({
          iss: issuer.issuer,
          aud: 'steward',
          sub: 'mallory',
          sid: `sid-${sid}`,
          iat: seconds(),
          exp: seconds() + 300,
          nonce: parameters.get('nonce') ?? '',
          email: 'mallory@example.com',
          groups: ['staff'],
        }),
      }))
      const back = new URL('http://x/')
      back.search = `?code=code&state=${parameters.get('state')}`
      const { body } = await finishFlow(t, flow, back)
      return { token: body.data.token as string, sid: `sid-${sid}` }
    }
    const logoutClaims = (): JWTPayload => ({
      iss: issuer.issuer,
      aud: 'steward',
      sub: 'mallory',
      iat: seconds(),
      exp: seconds() + 120,
      jti: `jti-${Math.random()}`,
      events: { [event]: {} },
    })
    const send = async (token: string, at = shady) => {
      const answer = await t.app.inject({
        method: 'POST',
        url: `/api/auth/openid/${at}/logout`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      })
      expect(answer.headers['cache-control']).toBe('no-store')
      return answer.statusCode
    }

    test('of a subject every session ends; of a session that one alone', async () => {
      const [one, two, three] = [await signIn(), await signIn(), await signIn()]
      expect(await send(await issuer.sign({ ...logoutClaims(), sid: two.sid }))).toBe(200)
      expect([await own(one.token), await own(two.token), await own(three.token)]).toEqual([
        200, 401, 200,
      ])
      const { sub: _, ...bySid } = logoutClaims()
      expect(await send(await issuer.sign({ ...bySid, sid: three.sid }))).toBe(200)
      expect([await own(one.token), await own(three.token)]).toEqual([200, 401])
      expect(await send(await issuer.sign(logoutClaims()))).toBe(200)
      expect(await own(one.token)).toBe(401)
    })

    test('class: a logout token that is sent again', async () => {
      await signIn()
      const token = await issuer.sign(logoutClaims())
      expect(await send(token)).toBe(200)
      const later = await signIn()
      expect(await send(token)).toBe(400)
      expect(await own(later.token)).toBe(200)
    })

    test('class: a logout token that is forged, for others, old, or none', async () => {
      const { token } = await signIn()
      const other = await startTamperingIssuer()
      const honest = logoutClaims
      const without = (name: string) =>
        Object.fromEntries(Object.entries(honest()).filter(([key]) => key !== name))
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const forged: string[] = [
        await other.sign(honest()),
        await issuer.sign({ ...honest(), iss: other.issuer }),
        await issuer.sign({ ...honest(), aud: 'other' }),
        await issuer.sign({ ...honest(), exp: seconds() - 120 }),
        await issuer.sign({ ...honest(), iat: seconds() - 3600 }),
        await issuer.sign({ ...honest(), iat: seconds() + 3600 }),
        await issuer.sign({ ...honest(), nonce: 'one' }),
        await issuer.sign({ ...honest(), events: {} }),
        await issuer.sign({ ...honest(), events: { [event]: true } }),
        await issuer.sign(without('events')),
        await issuer.sign(without('jti')),
        await issuer.sign(without('sub')),
        await issuer.sign(without('iat')),
        `${part({ alg: 'none' })}.${part(honest())}.`,
        'no token',
        '',
      ]
      for (const [i, each] of forged.entries()) expect([i, await send(each)]).toEqual([i, 400])
      expect(await send(await issuer.sign(honest()), real)).toBe(400)
      expect(await send(await issuer.sign(honest()), 'no provider')).toBe(400)
      expect(await own(token)).toBe(200)
      await other.close()
    })

    test('class: a body without end, or of another type', async () => {
      const url = `/api/auth/openid/${shady}/logout`
      const post = async (type: string, payload: string) => {
        const headers = { 'content-type': type }
        return (await t.app.inject({ method: 'POST', url, headers, payload })).statusCode
      }
      const form = 'application/x-www-form-urlencoded'
      expect(await post(form, `logout_token=${'x'.repeat(60_000)}`)).toBe(413)
      expect(await post('application/json', '{}')).toBe(415)
      expect((await t.app.inject({ method: 'GET', url })).statusCode).toBe(404)
    })
  })
})
