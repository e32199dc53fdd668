import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, goodPassword, signInAs, turnOnTotp } from '../../testing/accounts.ts'
import { engines } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

// The server runs meanwhile, on the same database.
describe.each(engines)('steward admin on %s', (engine) => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp(engine)
  })
  afterAll(() => t.dispose())

  const run = (words: string[], input = '') =>
    new Promise<{ code: number | null; out: string; err: string }>((done) => {
      const child = spawn(process.execPath, ['--no-warnings', main, 'admin', ...words], {
        env: {
          ...process.env,
          DATA_DIR: t.config.dataDir,
          DATABASE_URL: t.config.databaseUrl ?? '',
          SMTP_URL: '',
        },
      })
      let [out, err] = ['', '']
      child.stdout.on('data', (data) => {
        out += data
      })
      child.stderr.on('data', (data) => {
        err += data
      })
      child.on('close', (code) => done({ code, out, err }))
      child.stdin.end(input)
    })
  const login = async (email: string, password: string, code?: string) =>
    (await t.call('session.login', { body: { email, password, code } })).status
  const alive = async (token: string) => (await t.call('profile.own', { token })).status === 200
  const passwordIn = (out: string) => /Password: (\S+)/.exec(out)?.[1] ?? ''

  test('create makes an owner; the last one can’t be blocked', async () => {
    const neither = await run(['create', 'olga@example.com'])
    expect([neither.code, neither.err]).toEqual([2, expect.stringContaining('--role ROLE or')])
    const made = await run(['create', 'olga@example.com', '--owner', '--name', 'Olga'])
    expect(made.code).toBe(0)
    expect(await login('olga@example.com', passwordIn(made.out))).toBe(200)
    const blocked = await run(['block', 'olga@example.com'])
    expect([blocked.code, blocked.err]).toEqual([1, expect.stringContaining('last active owner')])
    const twice = await run(['create', 'OLGA@example.com', '--owner'])
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('already')])
  })

  test('create takes a role, and a password from standard input', async () => {
    const { roleId } = await signInAs(t, [])
    const words = ['create', 'rolf@example.com', '--role', roleId, '--password-stdin']
    const weak = await run(words, 'password123\n')
    expect([weak.code, weak.err]).toEqual([1, expect.stringContaining('guessed first')])
    const made = await run(words, `${goodPassword}\n`)
    expect([made.code, made.out]).toEqual([0, expect.not.stringContaining('Password')])
    expect(await login('rolf@example.com', goodPassword)).toBe(200)
  })

  test('reset-password sets a new one, ends sessions and tells the person', async () => {
    const { email, password, token } = await signInAs(t, [])
    const { out } = await run(['reset-password', email.toUpperCase()])
    expect(await alive(token)).toBe(false)
    expect(await login(email, password)).toBe(401)
    expect(await login(email, passwordIn(out))).toBe(200)
    const mails = await readdir(join(t.config.dataDir, 'outbox'))
    expect(mails.some((name) => name.includes('password-changed'))).toBe(true)
  })

  test('block and unblock', async () => {
    const { email, password, token } = await signInAs(t, [])
    expect((await run(['block', email])).code).toBe(0)
    expect(await alive(token)).toBe(false)
    expect(await login(email, password)).toBe(403)
    expect((await run(['unblock', email])).code).toBe(0)
    expect(await alive(token)).toBe(false)
    expect(await login(email, password)).toBe(200)
  })

  test('end-sessions and clear-second-factor', async () => {
    const person = await signInAs(t, [])
    const { key } = await turnOnTotp(t, person.token, person.password)
    expect((await run(['end-sessions', person.email])).out).toContain('One session was ended')
    expect(await alive(person.token)).toBe(false)
    expect(await login(person.email, person.password)).toBe(401)
    expect(await login(person.email, person.password, codeOf(key))).toBe(200)
    expect((await run(['clear-second-factor', person.email])).code).toBe(0)
    expect(await login(person.email, person.password)).toBe(200)
    expect((await run(['clear-second-factor', person.email])).err).toContain('no second factor')
    const other = await signInAs(t, [])
    expect((await run(['end-sessions', '--all'])).code).toBe(0)
    expect(await alive(other.token)).toBe(false)
  })

  test('list, for people and for programs; nothing in it opens a door', async () => {
    const { email } = await signInAs(t, [])
    const { out } = await run(['list'])
    expect(out).toMatch(/^ADDRESS/)
    expect(out).toContain(email)
    const json = await run(['list', email, '--json'])
    expect(JSON.parse(json.out)).toMatchObject([{ email, status: 'active', sessions: 1 }])
    expect(json.out).not.toMatch(/hash|token|secret/)
  })

  test('wrong usage is told in words', async () => {
    for (const words of [[], ['frobnicate'], ['block'], ['end-sessions'], ['list', '--owner']]) {
      const { code, err } = await run(words)
      expect([code, err]).toEqual([2, expect.stringContaining('steward admin')])
    }
    const nobody = await run(['block', 'nobody@example.com'])
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('There is no admin')])
  })
})
