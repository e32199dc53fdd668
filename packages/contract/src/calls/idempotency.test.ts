import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { takesKey } from './idempotency.ts'
import type { EndpointName } from './routes.ts'

const names = Object.keys(endpoints) as EndpointName[]
const endpointOf = (name: EndpointName): Endpoint => endpoints[name]
const isGuardedWrite = (name: EndpointName) => {
  const { needs, method, changesState } = endpointOf(name)
  return needs !== 'public' && (method !== 'GET' || changesState === true)
}

test('every guarded write takes a key, but these', () => {
  expect(
    names.filter((name) => isGuardedWrite(name) && !takesKey(endpointOf(name))).sort(),
  ).toEqual([
    'accessReview.preview',
    'exports.create',
    'identityProviders.discover',
    'identityProviders.explain',
    'imports.preview',
    'live.presence',
    'openid.finishOwn',
    'openid.startOwn',
    'privacy.export',
    'profile.stepUp',
    'profile.stepUpOptions',
    'roles.effect',
    'roles.preview',
    'roles.replay',
    'secondFactor.addPasskey',
    'secondFactor.confirmTotp',
    'secondFactor.newRecoveryCodes',
    'secondFactor.passkeyOptions',
    'secondFactor.startTotp',
    'serviceAccounts.createKey',
    'serviceAccounts.rotateKey',
    'session.logout',
    'webhooks.create',
    'webhooks.rotateSecret',
    'webhooks.test',
  ])
})

test('no public call and no call that only reads takes one', () => {
  expect(names.filter((name) => takesKey(endpointOf(name)) && !isGuardedWrite(name))).toEqual([])
})

const secret = /"(\w*token|secret|uri|qr\w*|recoveryCodes|challenge\w*|password|url)":/i
const described = (name: EndpointName) =>
  JSON.stringify(z.toJSONSchema(endpointOf(name).data, { io: 'output', unrepresentable: 'any' }))

test('no answer that is kept has a field for a secret', () => {
  expect(
    names.filter((name) => takesKey(endpointOf(name)) && secret.test(described(name))),
    // The address of a webhook is shown to whoever may see the list.
  ).toEqual(['webhooks.update', 'webhooks.delete', 'webhooks.restore'])
  // What the search finds where there are some.
  const found = names.filter((name) => isGuardedWrite(name) && secret.test(described(name)))
  expect(found).toContain('exports.create')
  expect(found).toContain('roles.preview')
  expect(found).toContain('secondFactor.newRecoveryCodes')
  expect(found).toContain('secondFactor.startTotp')
})

test('a call that takes a key answers with JSON', () => {
  const other = names.filter((name) => endpointOf(name).file)
  expect(other.filter((name) => takesKey(endpointOf(name)))).toEqual([])
})
