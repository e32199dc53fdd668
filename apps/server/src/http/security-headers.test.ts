import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualEngine } from '../testing/database.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

let t: TestApp
let token: string
beforeAll(async () => {
  t = await startTestApp(usualEngine, { publicUrl: 'https://staff.steward.test' })
  token = (await t.signIn('owner')).token
})
afterAll(() => t.dispose())

const ofAll = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}
const ofDocuments = {
  ...ofAll,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

test('an answer has the headers of data, and a failure those of documents', async () => {
  const ask = (url: string) => t.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const { headers } = await ask('/api/admin/bills')
  expect(headers).toMatchObject({
    ...ofAll,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  for (const name of ['x-frame-options', 'permissions-policy', 'cross-origin-opener-policy'])
    expect(headers).not.toHaveProperty(name)
  for (const url of ['/api/nothing', '/api/admin/bills?page=x', '/nothing.html', '/api/docs/']) {
    const answer = await ask(url)
    expect([url, answer.headers]).toEqual([
      url,
      expect.objectContaining({
        ...ofDocuments,
        'content-security-policy': [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data: blob:",
          "font-src 'self'",
          "connect-src 'self'",
          "manifest-src 'self'",
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ].join(';'),
        'permissions-policy': expect.stringContaining('camera=()'),
      }),
    ])
  }
})
