import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, type JWTPayload, SignJWT } from 'jose'
import { wholeBody } from './whole-body.ts'

/** What the token endpoint is asked. */
export type Asked = URLSearchParams

/** An issuer that answers as a test wants it to, for what no honest provider would send. */
export interface TamperingIssuer {
  issuer: string
  /** Signs claims with the issuer's key, as an ID token of this client. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
  /** Signs with another key from now on, and publishes that one alone; returns how the one before signs. */
  rotate(): Promise<TamperingIssuer['sign']>
  /** The public key as PEM, which an attacker knows too. */
  publicPem: string
  /** Makes the ID token of the next answers; and what else they hold. */
  answer(make: (asked: Asked) => Promise<Record<string, unknown>>): void
  /** Changes what the discovery document says. */
  metadata: Record<string, unknown>
  /** Makes every answer fail, or wait for ever; or that of its keys alone fail. */
  mood: { is: 'well' | 'broken' | 'silent' | 'keyless' }
  /** What was asked at the token endpoint. */
  asked: Asked[]
  close(): Promise<void>
}

export async function startTamperingIssuer(): Promise<TamperingIssuer> {
  let key = await makeKey('only')
  const { publicKey } = key
  const metadata: Record<string, unknown> = {}
  const mood: TamperingIssuer['mood'] = { is: 'well' }
  const asked: Asked[] = []
  let make: (asked: Asked) => Promise<Record<string, unknown>> = async () => ({})
  const server = createServer(async (request, response) => {
    if (mood.is === 'silent') return
    if (mood.is === 'broken') return void response.writeHead(500).end('broken')
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (path.endsWith('/openid-configuration')) return void json({ ...usual, ...metadata })
    if (path === '/keys' && mood.is === 'keyless') return void response.writeHead(503).end()
    if (path === '/keys') return void json({ keys: [key.jwk] })
    const form = new URLSearchParams((await wholeBody(request))?.toString())
    asked.push(form)
    json({ access_token: 'access', token_type: 'bearer', ...(await make(form)) })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const usual = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
  return {
    issuer,
    metadata,
    mood,
    asked,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (claims, header) => key.sign(claims, header),
    rotate: async () => {
      const { sign } = key
      key = await makeKey(`${key.jwk.kid} more`)
      return sign
    },
    answer: (next) => {
      make = next
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function makeKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sign: TamperingIssuer['sign'] = (claims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey)
  return {
    publicKey,
    sign,
    jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' },
  }
}
