import { createHash } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { callFrom } from '../../testing/accounts.ts'
import { usualEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import {
  type OpenidProvider,
  signingKey,
  startOpenidProvider,
} from '../../testing/openid-provider.ts'
import {
  addProvider,
  clientOf,
  finishFlow,
  type StartedFlow,
  signInAt,
  startFlow,
} from '../../testing/provider-sign-in.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/server.ts'
import { startTamperingIssuer, type TamperingIssuer } from '../../testing/tampering-issuer.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []
const untrusted = /can’t be trusted, so nobody was signed in/
const gone = /has expired, was begun in another browser, or was already used/

/** The refusals of RFC 9700 and OpenID Connect Core that apply to a client of the code flow, each tried. */
describe('attacks on sign-ins at a provider', () => {
  let provider: OpenidProvider
  let t: TestApp
  let owner: { token: string }
  let role: string
  let real: { id: string; redirectUri: string; backChannelLogoutUri: string }
  beforeAll(async () => {
    provider = await startOpenidProvider()
    provider.people['ann'] = {
      name: 'Ann',
      email: 'ann@example.com',
      email_verified: true,
      groups: ['staff'],
    }
    t = await startTestApp(usualEngine, {
      privateNetworks: loopback,
      publicUrl: 'https://staff.example.com',
    })
    owner = await t.signIn('owner')
    role = await createRole(t.db, [])
    real = await addProvider(t, owner.token, provider, admitting(role))
  })
  afterAll(async () => {
    await t.dispose()
    await provider.stop()
  })
  beforeEach(async () => {
    await t.db.deleteFrom('attempts').execute()
  })

  const admitting = (to: string) => ({
    groupRoles: [{ group: 'staff', role: to }],
    admission: [{ claim: null, value: 'staff', status: 'active' }],
  })
  const sessions = async () =>
    Number(
      (
        await t.db
          .selectFrom('provider_sessions')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  /** Requires a refusal by which nobody is signed in. */
  const refused = async (attempt: () => Promise<TestAnswer>, words: RegExp) => {
    const before = await sessions()
    const { status, body } = await attempt()
    expect([status >= 400, body.message]).toEqual([true, expect.stringMatching(words)])
    expect(JSON.stringify(body)).not.toContain('"token"')
    expect(await sessions()).toBe(before)
  }
  const back = (flow: StartedFlow, parameters: Record<string, string>) => {
    const url = new URL(real.redirectUri)
    url.search = new URLSearchParams({
      state: new URL(flow.url).searchParams.get('state') ?? '',
      ...parameters,
    }).toString()
    return url
  }

  describe('with a real provider', () => {
    const come = async () => {
      const flow = await startFlow(t, real.id)
      return { flow, answer: await provider.browser().signIn(flow.url, 'ann') }
    }

    test('class: a request without PKCE, state or nonce', async () => {
      const asked = new URL((await startFlow(t, real.id)).url).searchParams
      expect(Object.fromEntries(asked)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        redirect_uri: real.redirectUri,
      })
      const other = new URL((await startFlow(t, real.id)).url).searchParams
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(other.get(name)).not.toBe(asked.get(name))
    })

    test('class: a code or state that is replayed', async () => {
      const { flow, answer } = await come()
      expect((await finishFlow(t, flow, answer)).status).toBe(200)
      await refused(() => finishFlow(t, flow, answer), gone)
      // The same code in a flow of its own: the provider refuses it, and PKCE would.
      const fresh = await startFlow(t, real.id)
      const code = answer.searchParams.get('code') ?? ''
      const again = back(fresh, { code, iss: provider.issuer })
      await refused(() => finishFlow(t, fresh, again), gone)
    })

    test('class: both of two answers at once', async () => {
      const { flow, answer } = await come()
      const both = await Promise.all([finishFlow(t, flow, answer), finishFlow(t, flow, answer)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    test('class: login CSRF, a foreign browser that finishes a flow', async () => {
      const { flow, answer } = await come()
      const victim = await startFlow(t, real.id)
      const stolen = { provider: real.id, binding: victim.binding }
      await refused(() => finishFlow(t, stolen, answer), gone)
      // With that the flow is used up, for its own browser too.
      await refused(() => finishFlow(t, flow, answer), gone)
      const none = { body: { provider: real.id, parameters: answer.search } }
      expect((await t.call('openid.finish', none)).status).toBe(422)
    })

    test('class: a code that is injected into another flow', async () => {
      const { answer } = await come()
      const other = await startFlow(t, real.id)
      const injected = back(other, {
        code: answer.searchParams.get('code') ?? '',
        iss: provider.issuer,
      })
      await refused(() => finishFlow(t, other, injected), gone)
    })

    test('class: PKCE downgrade, a challenge that is taken out of the request', async () => {
      const flow = await startFlow(t, real.id)
      const url = new URL(flow.url)
      url.searchParams.delete('code_challenge')
      url.searchParams.delete('code_challenge_method')
      await provider.configure(clientOf(t, real), { more: { pkce: { required: () => false } } })
      const answer = await provider.browser().signIn(url.href, 'ann')
      expect(answer.searchParams.get('code')).toBeTruthy()
      await refused(() => finishFlow(t, flow, answer), gone)
      await provider.configure(clientOf(t, real))
    })

    test('class: an answer whose state is missing, unknown, doubled or expired', async () => {
      const { flow, answer } = await come()
      const without = new URL(answer)
      without.searchParams.delete('state')
      await refused(() => finishFlow(t, flow, without), gone)
      const unknown = new URL(answer)
      unknown.searchParams.set('state', 'unknown')
      await refused(() => finishFlow(t, flow, unknown), gone)
      const doubled = new URL(answer)
      doubled.searchParams.append('state', 'other')
      await refused(() => finishFlow(t, flow, doubled), untrusted)
      const late = await come()
      await t.db.updateTable('openid_flows').set({ expires_at: '2020-01-01T00:00:00Z' }).execute()
      await refused(() => finishFlow(t, late.flow, late.answer), gone)
    })

    test('class: secrets of a flow at rest', async () => {
      await t.db.deleteFrom('openid_flows').execute()
      await t.db.deleteFrom('provider_sessions').execute()
      const { flow, answer } = await come()
      const [row] = await t.db.selectFrom('openid_flows').selectAll().execute()
      const state = answer.searchParams.get('state') ?? ''
      expect(row?.state_hash).toEqual(createHash('sha256').update(state).digest())
      const kept = JSON.stringify([row?.verifier.toString('latin1'), row?.binding_hash])
      expect(kept).not.toContain(flow.binding)
      expect(row?.verifier.length).toBeGreaterThan(43)
      expect((await finishFlow(t, flow, answer)).status).toBe(200)
      const [session] = await t.db.selectFrom('provider_sessions').selectAll().execute()
      expect(session?.id_token?.toString('latin1')).not.toContain('eyJ')
    })

    test('keys that the provider has changed are fetched, and the old ones count no longer', async () => {
      const signIn = () =>
        signInAt(t, { provider: real.id, login: 'ann', browser: provider.browser() })
      expect((await signIn()).status).toBe(200)
      await provider.configure(clientOf(t, real), { keys: [signingKey('second')] })
      // Keys aren't fetched more often than every two seconds.
      await expect.poll(async () => (await signIn()).status, { timeout: 20_000 }).toBe(200)
    })

    test('class: starts without end from one place', async () => {
      const start = () =>
        callFrom(t, '10.1.2.3', 'openid.start', { provider: real.id, returnTo: '/' })
      const statuses: number[] = []
      for (let n = 0; n < 61; n += 1) statuses.push((await start()).status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(60)
      expect(statuses.at(-1)).toBe(429)
    })
  })

  describe('with an issuer that tampers', () => {
    let issuer: TamperingIssuer
    let id: string
    beforeAll(async () => {
      issuer = await startTamperingIssuer()
      const { body } = await t.call('identityProviders.create', {
        token: owner.token,
        body: {
          name: 'Shady',
          enabled: true,
          issuer: issuer.issuer,
          clientId: 'steward',
          clientSecret: 'a secret of the client',
          clockSkewSeconds: 5,
          ...admitting(role),
        },
      })
      id = body.data._id
    })
    afterAll(() => issuer.close())
    afterEach(() => {
      for (const key of Object.keys(issuer.metadata)) delete issuer.metadata[key]
      issuer.mood.is = 'well'
    })

    const seconds = () => Math.floor(Date.now() / 1000)
    const claims = (flow: StartedFlow): JWTPayload => ({
      iss: issuer.issuer,
      aud: 'steward',
      sub: 'mallory',
      iat: seconds(),
      exp: seconds() + 300,
      nonce: new URL(flow.url).searchParams.get('nonce') ?? '',
      email: 'mallory@example.com',
      name: 'Mallory',
      groups: ['staff'],
    })
    /** Signs in with whatever token a test makes. */
    const attempt = async (
      make: (claims: JWTPayload) => Promise<string | undefined>,
      parameters: Record<string, string> = {},
    ) => {
      const flow = await startFlow(t, id)
      issuer.answer(async () => ({ id_token: await make(claims(flow)) }))
      return await finishFlow(t, flow, back(flow, { code: 'code', ...parameters }))
    }
    const unsigned = (payload: JWTPayload) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(payload)}.`
    }

    test('an honest token of it is accepted, so that what follows is refused for its own reason', async () => {
      const { status, body } = await attempt((honest) => issuer.sign(honest))
      expect([status, body.data?.admin?.name]).toEqual([200, 'Mallory'])
      const [asked] = issuer.asked.slice(-1)
      expect(asked?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    })

    test.each<[string, Partial<JWTPayload>]>([
      ['another audience', { aud: 'other' }],
      [
        'several audiences, for which another client is authorized',
        { aud: ['steward', 'other'], azp: 'other' },
      ],
      ['another issuer', { iss: 'https://other.example.com' }],
      ['another nonce', { nonce: 'other' }],
      ['an expiry beyond the clock skew', { exp: Math.floor(Date.now() / 1000) - 60 }],
      ['a time to come beyond the clock skew', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ])('class: a token with %s', async (_, otherwise) => {
      await refused(() => attempt((honest) => issuer.sign({ ...honest, ...otherwise })), untrusted)
    })

    test.each(['nonce', 'exp', 'sub'])('class: a token without %s', async (claim) => {
      await refused(() => attempt(({ [claim]: _, ...others }) => issuer.sign(others)), untrusted)
    })

    test('a token that has just expired is accepted within the clock skew', async () => {
      const { status } = await attempt((honest) => issuer.sign({ ...honest, exp: seconds() - 2 }))
      expect(status).toBe(200)
    })

    test('class: a token without a signature, also where the issuer announces that', async () => {
      await refused(() => attempt(async (honest) => unsigned(honest)), untrusted)
      issuer.metadata['id_token_signing_alg_values_supported'] = ['none', 'HS256', 'RS256']
      await renew()
      await refused(() => attempt(async (honest) => unsigned(honest)), untrusted)
      issuer.metadata['id_token_signing_alg_values_supported'] = ['none']
      await renew()
      const { status } = await t.call('openid.start', { body: { provider: id } })
      expect(status).toBe(409)
      delete issuer.metadata['id_token_signing_alg_values_supported']
      await renew()
    })

    test('class: algorithm downgrade, HMAC with what others know', async () => {
      issuer.metadata['id_token_signing_alg_values_supported'] = ['HS256', 'RS256']
      await renew()
      for (const secret of [issuer.publicPem, 'a secret of the client']) {
        const forge = (payload: JWTPayload) =>
          new SignJWT(payload)
            .setProtectedHeader({ alg: 'HS256', kid: 'only' })
            .sign(new TextEncoder().encode(secret))
        await refused(() => attempt(forge), untrusted)
      }
      delete issuer.metadata['id_token_signing_alg_values_supported']
      await renew()
    })

    test('class: a signature of another key, under the name of the right one', async () => {
      const other = await startTamperingIssuer()
      await refused(() => attempt((honest) => other.sign(honest)), untrusted)
      await refused(() => attempt((honest) => other.sign(honest, { kid: 'unknown' })), untrusted)
      await other.close()
    })

    test('class: a changed payload under an honest signature', async () => {
      const forge = async (honest: JWTPayload) => {
        const [header, , signature] = (await issuer.sign(honest)).split('.')
        const payload = Buffer.from(JSON.stringify({ ...honest, sub: 'ann' })).toString('base64url')
        return [header, payload, signature].join('.')
      }
      await refused(() => attempt(forge), untrusted)
    })

    test('class: no ID token at all', async () => {
      await refused(() => attempt(async () => undefined), untrusted)
    })

    test('class: mix-up, an answer that names another issuer, or none where one is promised', async () => {
      const honest = (of: JWTPayload) => issuer.sign(of)
      await refused(() => attempt(honest, { iss: provider.issuer }), untrusted)
      issuer.metadata['authorization_response_iss_parameter_supported'] = true
      await renew()
      await refused(() => attempt(honest), untrusted)
      const { status } = await attempt(honest, { iss: issuer.issuer })
      expect(status).toBe(200)
      delete issuer.metadata['authorization_response_iss_parameter_supported']
      await renew()
    })

    test('class: mix-up, an answer at the address of another provider', async () => {
      const flow = await startFlow(t, id)
      issuer.answer(async () => ({ id_token: await issuer.sign(claims(flow)) }))
      const asked = issuer.asked.length
      const elsewhere = { ...flow, provider: real.id }
      await refused(() => finishFlow(t, elsewhere, back(flow, { code: 'code' })), gone)
      // The code of one issuer is never sent to another.
      expect(issuer.asked.length).toBe(asked)
    })

    test('class: an issuer that calls itself by another name, or by one for many organisations', async () => {
      for (const name of [
        provider.issuer,
        `${issuer.issuer}/`,
        'https://id.example.com/{tenantid}/v2.0',
      ]) {
        issuer.metadata['issuer'] = name
        const { body } = await t.call('identityProviders.discover', {
          token: owner.token,
          body: { issuer: issuer.issuer },
        })
        expect(body.data.problem?.message).toMatch(/belongs to another issuer|calls itself/)
      }
    })

    test('class: endpoints of a provider that lead inside, to a machine that it could not reach itself', async () => {
      issuer.metadata['token_endpoint'] = 'http://10.0.0.1/token'
      await renew()
      await refused(
        () => attempt((honest) => issuer.sign(honest)),
        /can’t be reached at the moment/,
      )
      issuer.metadata['jwks_uri'] = 'http://169.254.169.254/keys'
      delete issuer.metadata['token_endpoint']
      await renew()
      await refused(() => attempt((honest) => issuer.sign(honest)), /can’t be/)
      delete issuer.metadata['jwks_uri']
      await renew()
      const inside = await t.call('identityProviders.create', {
        token: owner.token,
        body: { name: 'Inside', issuer: 'http://10.0.0.1', clientId: 'steward' },
      })
      expect([inside.status, inside.body.errors[0].path]).toEqual([422, 'issuer'])
    })

    test('a provider that is away says so, and passwords still work', async () => {
      await renew()
      issuer.mood.is = 'broken'
      const { status, body } = await t.call('openid.start', { body: { provider: id } })
      expect([status, body.message]).toEqual([
        409,
        `“Shady ${renewed}” can’t be reached at the moment. Please try again in a few minutes, or sign in with your password.`,
      ])
      issuer.mood.is = 'well'
      expect((await t.call('openid.start', { body: { provider: id } })).status).toBe(200)
    })

    test('a client secret whose key was lost is one clear sentence', async () => {
      await renew()
      const { client_secret: before } = await t.db
        .selectFrom('identity_providers')
        .select('client_secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const keep = async (sealed: Buffer | null) => {
        const change = t.db.updateTable('identity_providers').where('id', '=', id)
        await change
          .set((of) => ({ client_secret: sealed, version: of('version', '+', 1) }))
          .execute()
      }
      await keep(Buffer.alloc(60, 7))
      const { status, body } = await t.call('openid.start', { body: { provider: id } })
      await keep(before)
      expect([status, body.message]).toEqual([
        409,
        expect.stringMatching(/can’t be reached at the moment\./),
      ])
    })

    test('class: claims of impossible types and lengths', async () => {
      for (const odd of [
        { sub: 'x'.repeat(256) },
        { sub: '\u0000' },
        { groups: { staff: true } },
        { groups: 'x'.repeat(600) },
        { email: { $ne: null } },
        { email: 'no address' },
      ]) {
        const before = await sessions()
        const flow = await startFlow(t, id)
        const other = { ...claims(flow), sub: 'somebody else', email: 'else@example.com', ...odd }
        issuer.answer(async () => ({ id_token: await issuer.sign(other as JWTPayload) }))
        const { status, body } = await finishFlow(t, flow, back(flow, { code: 'code' }))
        expect([JSON.stringify(odd).slice(0, 40), status < 500, body.data?.token]).toEqual([
          JSON.stringify(odd).slice(0, 40),
          true,
          undefined,
        ])
        expect(await sessions()).toBe(before)
      }
    })

    test('a level of authentication that is asked for is held to', async () => {
      await change({ acrValues: 'mfa phr' })
      const flow = await startFlow(t, id)
      expect(new URL(flow.url).searchParams.get('acr_values')).toBe('mfa phr')
      await refused(() => attempt((honest) => issuer.sign(honest)), /as strongly as is asked/)
      const strong = await attempt((honest) => issuer.sign({ ...honest, acr: 'phr' }))
      expect(strong.status).toBe(200)
      await change({ acrValues: null })
    })

    const change = async (body: object) => {
      const { status } = await t.call('identityProviders.update', {
        token: owner.token,
        params: { id },
        body,
      })
      expect(status).toBe(200)
    }
    /** Makes the server read anew what the issuer says of itself, as it does after ten minutes. */
    let renewed = 0
    const renew = async () => {
      renewed += 1
      await change({ name: `Shady ${renewed}` })
    }
  })
})
