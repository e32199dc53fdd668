import { errors } from 'jose'
import { expect, test } from 'vitest'
import { openOutbound } from '../../http/outbound.ts'
import { LookupTimeout } from '../../http/outbound-lookups.ts'
import type { Secrets } from '../../secrets.ts'
import { isAway, openProviderClients, type ProviderAway } from './provider-clients.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })
const wrapped = (cause: unknown) => new TypeError('something went wrong', { cause })

test.each([
  coded('ECONNREFUSED'),
  coded('EAI_AGAIN'),
  coded('ERR_TLS_CERT_ALTNAME_INVALID'),
  new DOMException('', 'TimeoutError'),
  new LookupTimeout(),
  new errors.JWKSTimeout(),
  // What an answer is that holds no keys.
  new errors.JOSEError(),
])('a provider is away by %s, also where it is a cause', (error) => {
  expect([isAway(error), isAway(wrapped(error))]).toEqual([true, true])
})

test('a provider that fails is away, and one that refuses is not', () => {
  const answered = (status: number) => wrapped(new Response(null, { status }))
  expect([isAway(answered(503)), isAway(answered(400))]).toEqual([true, false])
})

test('a token that is wrong, or a mistake here, is no provider that is away', () => {
  expect(isAway(new errors.JWTExpired('expired', {}))).toBe(false)
  expect(isAway(new errors.JWSSignatureVerificationFailed())).toBe(false)
  expect(isAway(new TypeError('undefined is not a function'))).toBe(false)
})

test('a name that is not looked up in time is why a provider is away', async () => {
  const bounds = { concurrency: 1, waiting: 1, timeoutMs: 1 }
  const outbound = openOutbound([], () => new Promise(() => {}), bounds)
  const clients = openProviderClients(outbound, {} as Secrets)
  const away = await clients
    .discover('https://idp.example.com', 'ada')
    .catch((error: unknown) => error)
  expect(String((away as ProviderAway).why)).toBe(
    'The machine’s name could not be looked up in time.',
  )
})
