import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { newId } from '../../ids.ts'
import { connectAgent, fetchOf, proposeName, setBounds } from '../../testing/agents.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []

type Pair = Awaited<ReturnType<typeof generateKeyPair>>

/** An authorization server, as far as who checks its tokens sees it. */
interface Issuer {
  url: string
  server: Server
  keys: JWK[]
  answerKeys(response: ServerResponse): void
  /** What it says of itself beside its keys. */
  described: Record<string, unknown>
}

async function openIssuer(): Promise<Issuer> {
  const issuer = { keys: [] as JWK[], described: {} } as unknown as Issuer
  issuer.answerKeys = (response) => response.end(JSON.stringify({ keys: issuer.keys }))
  issuer.server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const { url } = issuer
    if (request.url === '/jwks') issuer.answerKeys(response)
    else if (request.url === '/.well-known/openid-configuration')
      response.end(
        JSON.stringify({
          issuer: url,
          jwks_uri: `${url}/jwks`,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          ...issuer.described,
        }),
      )
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => issuer.server.listen(0, '127.0.0.1', done))
  issuer.url = `http://127.0.0.1:${(issuer.server.address() as AddressInfo).port}`
  return issuer
}

describe.each(oneEngine)('access tokens for the MCP server on %s', (engine) => {
  let app: TestApp
  let issuer: Issuer
  let pair: Pair
  let person: { token: string; userId: string }
  const provider = newId()
  beforeAll(async () => {
    issuer = await openIssuer()
    pair = await generateKeyPair('ES256')
    issuer.keys.push({ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' })
    const mcp = { url: 'http://127.0.0.1:4000/mcp', issuer: issuer.url }
    app = await startTestApp(engine, {
      mcp,
      privateNetworks: loopback,
      publicUrl: 'http://127.0.0.1:4000',
    })
    person = await app.signIn(
      named('Operations · Bills · list', 'Operations · Bills · delete', proposeName),
    )
    await sql`insert into identity_providers (id, name, enabled, issuer, client_id)
      values (${provider}, 'Company', true, ${issuer.url}, 'steward')`.execute(app.db)
    await sql`insert into identity_links (provider_id, subject, user_id)
      values (${provider}, 'ada', ${person.userId})`.execute(app.db)
  })
  beforeEach(() => {
    issuer.described = {}
  })
  afterAll(async () => {
    await app.dispose()
    await new Promise((done) => issuer.server.close(done))
  })

  interface Claims {
    sub?: string
    aud?: string | string[]
    iss?: string
    expires?: string
    alg?: string
    kid?: string
    key?: Pair['privateKey'] | Uint8Array
  }
  const tokenOf = (claims: Claims = {}) => {
    const { sub = 'ada', aud = app.config.mcp.url, iss = issuer.url, expires = '5m' } = claims
    return new SignJWT({})
      .setProtectedHeader({ alg: claims.alg ?? 'ES256', kid: claims.kid ?? 'one' })
      .setSubject(sub)
      .setAudience(aud)
      .setIssuer(iss)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(claims.key ?? pair.privateKey)
  }
  const ask = async (token: string) => {
    const answer = await fetchOf(app.app)(app.config.mcp.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      challenge: answer.headers.get('www-authenticate'),
      message: text.startsWith('{') ? JSON.parse(text).message : undefined,
    }
  }
  const refused = async (token: string) => {
    const { status, challenge, message } = await ask(token)
    expect(challenge).toMatch(/^Bearer error="invalid_token", resource_metadata=/)
    return [status, message]
  }

  test('name their issuer in the description of the server', async () => {
    const url = `${app.config.publicUrl}/.well-known/oauth-protected-resource/mcp`
    const answer = await fetchOf(app.app)(url)
    expect(await answer.json()).toMatchObject({
      resource: app.config.mcp.url,
      authorization_servers: [issuer.url],
    })
  })

  test('act as the person whom their subject is linked to, who proposes and can’t approve it', async () => {
    const { tool, client, close } = await connectAgent(app, await tokenOf())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_bills']))
    expect(tools.map(({ name }) => name)).not.toContain('list_tasks')
    const owner = await app.signIn('owner')
    await setBounds(app, owner.token, { id: person.userId })
    const [id = ''] = await create(app.db, 'bills', {})
    const { data } = await tool('propose_bills_delete', { ids: [id], reason: 'Old' })
    expect(data.proposal).toMatchObject({ by: { _id: person.userId }, key: null, obstacle: 'own' })
    await close()
  })

  test('ask for a second factor where a role that the person has until a time requires one', async () => {
    const role = await createRole(app.db, granting('Operations · Tasks · list'))
    await sql`update roles set require_second_factor = true where id = ${role}`.execute(app.db)
    const { token } = await app.signIn('owner')
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { body } = await app.call('temporaryRoles.give', {
      token,
      params: { id: person.userId },
      body: { role, until, reason: 'Holidays of Ann' },
    })
    const { status, message } = await ask(await tokenOf())
    expect([status, message]).toEqual([403, expect.stringContaining('second factor')])
    await app.call('temporaryRoles.end', { token, params: { id: body.data._id } })
    expect((await ask(await tokenOf())).status).toBe(200)
  })

  test('class: foreign access token: for another server, or for none in particular, are refused', async () => {
    const words = 'This access token was issued for another server.'
    for (const aud of [
      'https://other.example/mcp',
      `${app.config.mcp.url}/../api`,
      'steward',
      issuer.url,
    ])
      expect(await refused(await tokenOf({ aud }))).toEqual([401, words])
    const both = await tokenOf({ aud: ['https://other.example', app.config.mcp.url] })
    expect((await ask(both)).status).toBe(200)
  })

  test('class: foreign access token, forged: that are expired, unsigned, or signed by anybody else are refused', async () => {
    expect(await refused(await tokenOf({ expires: '-1m' }))).toEqual([
      401,
      'This access token has expired.',
    ])
    const words = [401, 'This access token isn’t valid here.']
    const unsigned = new UnsecuredJWT({})
      .setSubject('ada')
      .setAudience(app.config.mcp.url)
      .setIssuer(issuer.url)
      .setExpirationTime('5m')
      .encode()
    // A dot less or more makes it no token at all.
    expect(await refused(unsigned)).toEqual(words)
    const stranger = await generateKeyPair('ES256')
    expect(await refused(await tokenOf({ key: stranger.privateKey }))).toEqual(words)
    // A server that took it for a symmetric one would check it by the public key.
    const secret = new TextEncoder().encode(JSON.stringify(issuer.keys[0]))
    expect(await refused(await tokenOf({ alg: 'HS256', key: secret }))).toEqual(words)
    expect(await refused(await tokenOf({ iss: 'https://evil.example' }))).toEqual(words)
    expect((await refused('a.b.c'))[0]).toBe(401)
  })

  test('of nobody here, of an inactive account or of a disabled provider are refused', async () => {
    const words = [401, 'No account here belongs to this token.']
    expect(await refused(await tokenOf({ sub: 'grace' }))).toEqual(words)
    const other = await app.signIn(named('Operations · Bills · list'))
    await sql`insert into identity_links (provider_id, subject, user_id)
      values (${provider}, 'left', ${other.userId})`.execute(app.db)
    const token = await tokenOf({ sub: 'left' })
    expect((await ask(token)).status).toBe(200)
    const owner = await app.signIn('owner')
    await app.call('users.changeStatus', { token: owner.token, params: { id: other.userId } })
    expect(await refused(token)).toEqual(words)
    await sql`update identity_providers set enabled = false where id = ${provider}`.execute(app.db)
    expect(await refused(await tokenOf())).toEqual(words)
    await sql`update identity_providers set enabled = true where id = ${provider}`.execute(app.db)
  })

  test('do not open the API, nor is a session of the API one of them', async () => {
    const { status } = await app.call('bills.list', { token: await tokenOf() })
    expect(status).toBe(401)
    expect((await ask(person.token)).status).toBe(401)
  })

  test('can’t be checked while their issuer is away, or says that it is another', async () => {
    const other = await openIssuer()
    const away = { ...app.config, mcp: { ...app.config.mcp, issuer: other.url } }
    other.described = { issuer: 'https://evil.example' }
    const token = await tokenOf({ iss: other.url })
    const elsewhere = await startTestApp(engine, {
      mcp: away.mcp,
      privateNetworks: loopback,
      publicUrl: away.publicUrl,
    })
    await sql`insert into identity_providers (id, name, enabled, issuer, client_id)
      values (${newId()}, 'Elsewhere', true, ${other.url}, 'steward')`.execute(elsewhere.db)
    const status = async () =>
      (
        await elsewhere.app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { authorization: `Bearer ${token}` },
          payload: '{}',
        })
      ).statusCode
    expect(await status()).toBe(503)
    other.described = {}
    const keysThatFail: Issuer['answerKeys'][] = [
      (response) => response.writeHead(500).end(),
      (response) => response.end('Be back soon'),
      (response) => response.destroy(),
    ]
    for (const answerKeys of keysThatFail) {
      other.answerKeys = answerKeys
      expect(await status()).toBe(503)
    }
    await new Promise((done) => other.server.close(done))
    expect(await status()).toBe(503)
    await elsewhere.dispose()
  })

  test('class: calls of an agent without end', async () => {
    const token = await tokenOf()
    const status = async () =>
      (
        await app.app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { authorization: `Bearer ${token}` },
          payload: 'no JSON',
        })
      ).statusCode
    const statuses: number[] = []
    for (let n = 0; n < 601; n += 1) statuses.push(await status())
    expect(statuses[0]).not.toBe(429)
    expect(statuses.at(-1)).toBe(429)
  }, 60_000)
})
