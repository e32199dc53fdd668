import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import { codeOf, goodPassword, signInAs, turnOnTotp } from '../../testing/accounts.ts'
import { runCommand } from '../../testing/command-line.ts'
import { oneEngine } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const admin = (config: Pick<Config, 'dataDir' | 'databaseUrl'>, words: string[], input = '') =>
  runCommand(config, ['admin', ...words], input)

test('steward admin while no server runs, on a folder that is not there yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-admin-'))
  const config = { dataDir: join(folder, 'data'), databaseUrl: undefined }
  const run = (...words: string[]) => admin(config, words)
  try {
    expect(await run('list')).toEqual({
      code: 0,
      out: expect.stringContaining('There are no admins.'),
      err: '',
    })
    const made = await run('create', 'ada@example.com', '--owner')
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^Password: \S{19}/m)])
    const listed = JSON.parse((await run('list', '--json')).out)
    expect(listed).toMatchObject([
      { email: 'ada@example.com', owner: true, status: 'active', sessions: 0 },
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

// The server runs meanwhile, on the same database.
describe.each(oneEngine)('steward admin on %s', (engine) => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp(engine)
  })
  afterAll(() => t.dispose())

  const run = (words: string[], input = '') => admin(t.config, words, input)
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
    const second = await run(['create', 'bob@example.com', '--role', 'owner'])
    expect(second.out).toContain('with the role “Owner”')
    expect((await run(['block', 'olga@example.com'])).code).toBe(0)
  })

  test('create takes a role, and a password from standard input', async () => {
    const { roleId } = await signInAs(t, [])
    const words = ['create', 'rolf@example.com', '--role', roleId, '--password-stdin']
    const weak = await run(words, 'password123\n')
    expect([weak.code, weak.err]).toEqual([1, expect.stringContaining('most common passwords')])
    const short = await run(words, 'short\n')
    expect([short.code, short.err]).toEqual([1, expect.stringContaining('at least 10 characters')])
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

  test('unblocking somebody active, like blocking somebody inactive, leaves them as they are', async () => {
    const { id, email } = await signInAs(t, [])
    const person = async () => ({
      ...(await t.db
        .selectFrom('users')
        .select(['status', 'version', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()),
      entries: await t.db
        .selectFrom('audit_entries')
        .select('id')
        .where('record_id', '=', id)
        .execute(),
    })
    for (const word of ['unblock', 'block', 'block']) {
      const before = await person()
      const changes = word === 'block' && before.status === 'active'
      expect((await run([word, email])).code).toBe(0)
      if (changes) expect((await person()).version).toBe(before.version + 1)
      else expect(await person()).toEqual(before)
    }
  })

  test('end-sessions and clear-second-factor', async () => {
    const person = await signInAs(t, [])
    const { key } = await turnOnTotp(t, person.token, person.password)
    expect((await run(['end-sessions', person.email])).out).toContain('One session was ended')
    expect(await alive(person.token)).toBe(false)
    expect((await run(['end-sessions', person.email])).out).toContain('no sessions to end')
    expect(await login(person.email, person.password)).toBe(401)
    expect(await login(person.email, person.password, codeOf(key))).toBe(200)
    expect((await run(['clear-second-factor', person.email])).code).toBe(0)
    expect(await login(person.email, person.password)).toBe(200)
    expect((await run(['clear-second-factor', person.email])).err).toContain('no second factor')
    const other = await signInAs(t, [])
    expect((await run(['end-sessions', '--all'])).code).toBe(0)
    expect(await alive(other.token)).toBe(false)
  })

  test('passwords-on lets in whoever is locked out, and is in the audit log', async () => {
    await sql`insert into sign_in_settings (passwords_off) values (true)`.execute(t.db)
    const made = await run(['create', 'locked@example.com', '--owner'])
    const hint = /signs nobody in. Turn them on: steward admin passwords-on$/m
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(hint)])
    expect(made.out).not.toContain('can now sign in')
    expect(await login('locked@example.com', passwordIn(made.out))).toBe(403)
    const reset = await run(['reset-password', 'locked@example.com'])
    expect(reset.out).toMatch(hint)
    // One that is kept (break glass) works all the same.
    await sql`insert into kept_passwords (user_id)
      select id from users where email = 'locked@example.com'`.execute(t.db)
    const kept = await run(['reset-password', 'locked@example.com'])
    expect(kept.out).not.toMatch(hint)
    // Of all active owners, the only one who can sign in.
    const block = async () => (await run(['block', 'locked@example.com'])).err
    expect(await block()).toMatch(/who can sign in, .*: steward admin passwords-on$/m)
    expect(await login('locked@example.com', passwordIn(kept.out))).toBe(200)
    await sql`delete from kept_passwords`.execute(t.db)
    expect(await block()).toMatch(/^No owner can sign in, .*: steward admin passwords-on$/m)
    expect(await login('locked@example.com', passwordIn(kept.out))).toBe(403)

    expect((await run(['passwords-on', 'locked@example.com'])).code).toBe(2)
    const on = await run(['passwords-on'])
    expect([on.code, on.out]).toEqual([0, expect.stringContaining('sign in again')])
    expect(await login('locked@example.com', passwordIn(kept.out))).toBe(200)
    const again = await run(['passwords-on'])
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('weren’t turned off')])
    const entries = await t.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after', 'through'])
      .where('title', '=', 'Passwords')
      .execute()
    expect(entries).toEqual([
      {
        action: 'update',
        before: { passwordsOff: true },
        after: { passwordsOff: false },
        through: 'command line',
      },
    ])
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
