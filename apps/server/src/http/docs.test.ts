import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualEngine } from '../testing/database.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

describe('the description of the API, for who is signed in', () => {
  let t: TestApp
  let token: string
  beforeAll(async () => {
    t = await startTestApp(usualEngine, { apiDocs: 'session' })
    token = (await t.signIn([])).token
  })
  afterAll(() => t.dispose())

  test('class: contract readable without a session', async () => {
    for (const path of ['openapi.json', 'docs/json', 'docs/yaml']) {
      const ask = (headers: Record<string, string>) =>
        t.app.inject({ url: `/api/${path}`, headers })
      const refused = [await ask({}), await ask({ authorization: `Bearer ${'x'.repeat(43)}` })]
      for (const { statusCode, body } of refused) {
        expect([path, statusCode]).toEqual([path, 401])
        expect(body).not.toContain('admin/bills')
      }
      const own = await ask({ authorization: `Bearer ${token}` })
      expect([path, own.statusCode]).toEqual([path, 200])
      expect(own.body).toContain('admin/bills')
    }
  })

  test('class: script in a page of the server, the viewer has the policy of every page', async () => {
    const policyOf = async (url: string) =>
      (await t.app.inject({ url })).headers['content-security-policy']
    const policy = await policyOf('/no-such-page.html')
    expect(policy).toMatch(/script-src 'self';style-src 'self';/)
    expect(policy).not.toMatch(/unsafe|\bhttps?:/)
    for (const path of ['docs', 'docs/']) expect(await policyOf(`/api/${path}`)).toBe(policy)
    // What is no document may do nothing at all.
    const ofData = "default-src 'none'; frame-ancestors 'none'"
    for (const path of ['/api/docs/static/swagger-initializer.js', '/health/live']) {
      expect(await policyOf(path)).toBe(ofData)
    }
    const { body, headers } = await t.app.inject({ url: '/api/docs/' })
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(body).not.toMatch(/<script(?![^>]*src=)|<style|style="|onload=|admin\/bills/)
  })
})

test('the description of the API can be switched off', async () => {
  const t = await startTestApp(usualEngine, { apiDocs: 'off' })
  for (const path of ['openapi.json', 'docs', 'docs/', 'docs/json']) {
    const { statusCode, body } = await t.app.inject({ url: `/api/${path}` })
    expect([path, statusCode, JSON.parse(body).code]).toEqual([path, 404, 'no_such_call'])
  }
  await t.dispose()
})
