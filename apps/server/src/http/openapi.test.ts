import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generateTypes } from '@steward/openapi-tools/generate-types'
import { lint, validate } from '@steward/openapi-tools/lint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualEngine } from '../testing/database.ts'
import { create, createAdmin } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'
import { openApiDocument } from './openapi.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const compiler = join(root, 'node_modules/typescript/bin/tsc')

let t: TestApp
let address: string
let document: { paths: Record<string, Record<string, { operationId: string; tags: string[] }>> }
beforeAll(async () => {
  t = await startTestApp(usualEngine, { publicUrl: 'https://staff.steward.test' })
  address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  document = (await t.app.inject('/api/openapi.json')).json()
})
afterAll(() => t.dispose())

test('the description is made when it is first read, not at the start', () => {
  const made = openApiDocument('https://staff.steward.test')
  const { get } = Object.getOwnPropertyDescriptor(made, 'paths') ?? {}
  expect(get?.call(made)).toEqual(document.paths)
})

// By tools that others wrote: what they take, every generator of clients takes.
test('the description is valid OpenAPI', async () => {
  expect(await validate(document)).toEqual([])
  expect(await validate({ ...document, components: {} })).not.toEqual([])
})

test('the description has nothing that a linter finds fault with, and no ambiguous paths', async () => {
  expect(await lint(document)).toEqual([])
  const paths = { ...document.paths, '/admin/user/{id}/restore': document.paths['/admin/bills'] }
  const [found = ''] = await lint({ ...document, paths })
  expect(found).toMatch(/^no-ambiguous-paths/)
})

/** A client as somebody else writes it, of nothing but the description. */
const client = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

export async function walk(baseUrl: string, email: string, password: string) {
  const api = createClient<paths>({ baseUrl })
  // @ts-expect-error a call needs its body
  await api.POST('/auth/admin-login', {})
  const login = await api.POST('/auth/admin-login', { body: { email, password } })
  if (login.error) throw new Error(login.error.message)
  const headers = { authorization: 'Bearer ' + login.data.data.token }
  const bills = await api.GET('/admin/bills', {
    headers,
    params: { query: { limit: '5', status: ['due', 'paid'], sort: '-amount' } },
  })
  const [bill] = bills.data?.data.bills ?? []
  if (!bill) throw new Error('there is no bill')
  const found: components['schemas']['Bill'] = bill
  const status: 'draft' | 'due' | 'paid' | 'overdue' | 'void' = found.status
  const gone = await api.DELETE('/admin/bills/{id}', {
    headers,
    params: { path: { id: 'nobody' } },
  })
  const code: components['schemas']['Failure']['code'] | undefined = gone.error?.code
  return { title: found.title, status, code }
}
`

test('a client that is generated from the description compiles, and calls the server', async () => {
  const { email, password } = await createAdmin(t.db, (await t.signIn('owner')).roleId)
  await create(t.db, 'bills', { title: 'Rent', status: 'paid' })
  const cache = join(root, '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'openapi-client-'))
  try {
    await writeFile(join(folder, 'schema.ts'), await generateTypes(document))
    await writeFile(join(folder, 'client.ts'), client)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: { lib: ['es2024', 'dom'], types: [] },
      }),
    )
    const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    )
    expect(compiled.stdout).toBe('')
    const { walk } = await import(pathToFileURL(join(folder, 'client.ts')).href)
    expect(await walk(`${address}/api`, email, password)).toEqual({
      title: 'Rent',
      status: 'paid',
      code: 'not_found',
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('calls are told apart by their names, and belong to an area', () => {
  const operations = Object.values(document.paths).flatMap(Object.values)
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(
    new Set((document as never as { tags: { name: string }[] }).tags.map(({ name }) => name)),
  )
})

test('a path that is described in place of an ambiguous one is served beside it', async () => {
  const { token } = await t.signIn('owner')
  const headers = { authorization: `Bearer ${token}` }
  expect(document.paths).toHaveProperty(['/admin/user/restore/{id}'])
  expect(document.paths).not.toHaveProperty(['/admin/user/{id}/restore'])
  for (const path of ['{id}/restore', 'restore/{id}']) {
    const [id = ''] = await create(t.db, 'users', { deleted_at: new Date().toISOString() })
    const url = `/api/admin/user/${path.replace('{id}', id)}`
    const restored = await t.app.inject({ method: 'PUT', url, headers })
    expect([restored.statusCode, restored.json().data?._id]).toEqual([200, id])
    expect((await t.app.inject({ method: 'GET', url, headers })).headers.allow).toBe('PUT, OPTIONS')
  }
})
