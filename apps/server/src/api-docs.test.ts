import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateTypes } from '@steward/openapi-tools/generate-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualEngine } from './testing/database.ts'
import { blocksOf } from './testing/doc-blocks.ts'
import { create, createRole } from './testing/factories.ts'
import { granting } from './testing/grants.ts'
import { openScimClient, scimUser } from './testing/scim.ts'
import { startTestApp, type TestApp } from './testing/server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

let t: TestApp
let folder: string
let address: string
let env: Record<string, string | undefined>
const page = (name: string) => readFile(join(root, 'docs', name), 'utf8')
const here = (text: string) => text.replaceAll('https://staff.example.com', address)
beforeAll(async () => {
  t = await startTestApp(usualEngine)
  address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache', 'api-docs-'))
  const { token } = await t.signIn('owner')
  const needed = ['Operations · Bills · list', 'System · Audit log · list']
  const role = await createRole(t.db, granting(...needed))
  const body = { name: 'Docs', role }
  const account = await t.call('serviceAccounts.create', { token, body })
  const made = await t.call('serviceAccounts.createKey', {
    token,
    params: { id: account.body.data._id },
    body: { name: 'Docs' },
  })
  env = { PATH: process.env['PATH'], STEWARD_KEY: made.body.data.secret }
  await create(t.db, 'bills', { title: 'Rent', status: 'due' }, { status: 'paid' })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await t.dispose()
})

test('the first call of docs/api.md works as it is written', async () => {
  const block = blocksOf(await page('api.md')).take('The first call', 'sh')
  const command = here(block).replace('export STEWARD_KEY=stw_…\n', '')
  const { stdout } = await run('sh', ['-c', command], { env })
  expect(JSON.parse(stdout)).toMatchObject({
    message: 'OK',
    data: { bills: [{ title: 'Rent' }], pagination: { total: 1 } },
  })
})

test('the typed client of docs/api.md compiles and works', async () => {
  const blocks = blocksOf(await page('api.md'))
  expect(blocks.take('A typed client', 'sh')).toContain('openapi.json -o steward.ts')
  const document = (await t.app.inject('/api/openapi.json')).json()
  await writeFile(join(folder, 'steward.ts'), await generateTypes(document))
  const client = blocks.take('A typed client', 'ts')
  expect(client.trim().split('\n')).toHaveLength(5)
  await writeFile(join(folder, 'client.ts'), here(client))
  const compilerOptions = { lib: ['es2024', 'dom'], types: ['node'] }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions }),
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [compiler, '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  expect(compiled.stdout).toBe('')
  const print = "import('./client.ts').then(({ due }) => console.log(due.data.data.bills[0].title))"
  const { stdout } = await run(process.execPath, ['-e', print], { cwd: folder, env })
  expect(stdout).toBe('Rent\n')
})

test('the loop of docs/integrations/changes.md brings every entry once', async () => {
  const block = blocksOf(await page('integrations/changes.md')).take('Read what is new', 'sh')
  const loop = (more = {}) =>
    run('sh', ['-c', here(block)], { cwd: folder, env: { ...env, ...more } })
  const bills = async () => {
    await loop()
    const text = await readFile(join(folder, 'changes.ndjson'), 'utf8')
    const entries = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    return entries.filter(({ area }) => area === 'bills').map(({ record }) => record.title)
  }
  await expect.poll(async () => (await bills()).length).toBe(2)
  const files = () =>
    Promise.all(['changes.ndjson', 'cursor'].map((name) => readFile(join(folder, name), 'utf8')))
  const before = await files()
  await expect(loop({ STEWARD_KEY: 'stw_none' })).rejects.toThrow('401')
  expect(await files()).toEqual(before)
  await create(t.db, 'bills', { number: 'LATE-1' })
  await expect.poll(bills).toContain('LATE-1')
  expect(await bills()).toHaveLength(3)
})

test('the list of tools of docs/integrations/agents.md is asked for as it is written', async () => {
  const block = blocksOf(await page('integrations/agents.md')).take('The tools', 'sh')
  const { stdout } = await run('sh', ['-c', here(block)], { env })
  const { result } = JSON.parse(stdout)
  const names = result.tools.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['list_bills', 'get_bills', 'total_bills', 'search', 'history'])
})

test('the call of docs/integrations/provisioning.md is answered', async () => {
  const block = blocksOf(await page('integrations/provisioning.md')).take('Set it up', 'sh')
  const { token } = await t.signIn('owner')
  const { key, call } = await openScimClient(t, token)
  const { body } = await call('POST', '/Users', scimUser({ displayName: 'Ada' }))
  const { stdout } = await run('sh', ['-c', here(block)], { env: { ...env, STEWARD_KEY: key } })
  expect(JSON.parse(stdout)).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] })
})
