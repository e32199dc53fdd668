import { endpoints } from '@steward/contract/calls/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translatorIn } from '../languages.ts'
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

describe('the description of the API by language', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp(usualEngine, { corsOrigins: ['https://staff.example.com'] })
  })
  afterAll(() => t.dispose())

  const ask = async (headers: Record<string, string>, path = 'openapi.json') => {
    const answer = await t.app.inject({ url: `/api/${path}`, headers })
    return { ...answer.headers, body: answer.body }
  }

  test('is answered in the language that is accepted', async () => {
    const english = await ask({})
    const arabic = await ask({ 'accept-language': 'xx, fr;q=0.5, ar-EG;q=0.8, de;q=0' })
    expect([english['content-language'], arabic['content-language']]).toEqual(['en', 'ar'])
    expect(arabic['vary']).toMatch(/\baccept-language\b/i)
    const { paths, tags } = JSON.parse(arabic.body)
    const { t: arabicOf } = translatorIn('ar')
    const list = paths['/admin/bills'].get
    expect(list.summary).toBe(arabicOf(endpoints['bills.list'].summary))
    expect(list.summary).toMatch(/\p{Script=Arabic}/u)
    expect(tags.find(({ name }: { name: string }) => name === 'bills').description).toBe(
      arabicOf('Bills'),
    )
    // What programs read is the same in every language.
    const bare = (text: string) =>
      JSON.parse(text, (key, value) =>
        /^(description|summary)$/.test(key) && typeof value === 'string' ? '' : value,
      )
    expect(bare(arabic.body)).toEqual(bare(english.body))
  })

  test('is in English by default, also in the viewer', async () => {
    const english = await ask({})
    for (const language of ['*', 'xx', 'en-GB, de;q=0.9', 'de;q=0', ';;,=']) {
      expect((await ask({ 'accept-language': language })).body).toBe(english.body)
    }
    expect((await ask({}, 'docs/json')).body).toBe(english.body)
    const viewed = await ask({ 'accept-language': 'ar' }, 'docs/json')
    expect(viewed.body).toBe((await ask({ 'accept-language': 'ar' })).body)
  })

  test('varies by the origin, too, where others may read it', async () => {
    const { vary } = await ask({ origin: 'https://staff.example.com' })
    expect(vary).toMatch(/origin.*accept-language/i)
  })
})
