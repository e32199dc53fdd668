import { finished } from 'node:stream/promises'
import type { RowCondition } from '@steward/contract/permissions/conditions'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import type { Session } from '../../http/session.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { listen } from '../../testing/live-stream.ts'
import { type Mailbox, openMailbox, tokenIn } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { hashToken } from '../authentication/tokens.ts'
import { scopesOf } from '../records/scope.store.ts'
import { openLiveHub } from './live-hub.ts'

type Stream = Awaited<ReturnType<typeof listen>>

/** Somebody with a stream of their own. */
interface Listener {
  id: string
  email: string
  password: string
  role: string
  token: string
}

describe.each(oneEngine)('a stream of changes ends with its session on %s', (engine) => {
  let app: TestApp
  let mailbox: Mailbox
  let url: string
  let owner: string
  beforeAll(async () => {
    mailbox = await openMailbox()
    app = await startTestApp(engine, { smtpUrl: mailbox.url }, { live: { beatMs: 100 } })
    url = await app.app.listen({ port: 0, host: '127.0.0.1' })
    owner = (await app.signIn('owner')).token
  })
  afterAll(async () => {
    await app.dispose()
    await mailbox.close()
  })

  const ask = async (...call: Parameters<TestApp['call']>) => {
    const answer = await app.call(...call)
    expect([call[0], answer.status, answer.body.message]).toEqual([
      call[0],
      answer.status < 300 ? answer.status : 200,
      answer.body.message,
    ])
    return answer.body.data
  }
  const newSession = async ({ email, password }: Pick<Listener, 'email' | 'password'>) =>
    (await ask('session.login', { body: { email, password } })).token as string
  const bills = ['Operations · Bills · list', 'Roles · Roles · preview'] as const
  const makeListener = async (): Promise<Listener> => {
    const role = await createRole(app.db, granting(...bills))
    const { id, email, password } = await createAdmin(app.db, role)
    return { id, email, password, role, token: await newSession({ email, password }) }
  }
  const updateRole = (_id: string, permissions: unknown) =>
    ask('roles.update', { token: owner, body: { _id, permissions } })

  /** An event that a stream is told, and by which it shows that it lives. */
  const mustHear = async (streams: readonly Stream[]) => {
    const [bill = ''] = await create(app.db, 'bills', {})
    for (const { heard } of streams) {
      await expect
        .poll(() => heard.flatMap(({ data }) => data.ids ?? []), { timeout: 10_000 })
        .toContain(bill)
    }
    return bill
  }

  const ways: Record<string, (listener: Listener) => Promise<unknown>> = {
    'signed out': ({ token }) => ask('session.logout', { token }),
    'signed out elsewhere': async (listener) => {
      const token = await newSession(listener)
      const { sessions } = await ask('profile.sessions', { token })
      const other = sessions.find(({ current }: { current: boolean }) => !current)
      await ask('profile.endSession', { token, params: { id: other._id } })
    },
    'signed out everywhere else': async (listener) =>
      ask('profile.endOtherSessions', { token: await newSession(listener) }),
    expired: ({ token }) =>
      app.db
        .updateTable('sessions')
        .set({ expires_at: '2020-01-01T00:00:00.000Z' })
        .where('token_hash', '=', hashToken(token))
        .execute(),
    'left alone for too long': async ({ token, role }) => {
      await ask('roles.updateSecurity', { token: owner, body: { _id: role, idleMinutes: 5 } })
      await app.db
        .updateTable('sessions')
        .set({ last_seen_at: '2020-01-01T00:00:00.000Z' })
        .where('token_hash', '=', hashToken(token))
        .execute()
    },
    'account deactivated': ({ id }) => ask('users.changeStatus', { token: owner, params: { id } }),
    'account deleted': ({ id }) => ask('users.delete', { token: owner, params: { id } }),
    'role deactivated': ({ role }) =>
      ask('roles.updateStatus', { token: owner, body: { _id: role, status: 'inactive' } }),
    'role taken away': ({ id }) =>
      ask('users.update', { token: owner, params: { id }, body: { type: 'member' } }),
    'password reset': async ({ email }) => {
      await ask('accounts.forgotPassword', { body: { email } })
      const mail = await mailbox.take(email, /password/i)
      const password = 'quite another passphrase'
      await ask('accounts.resetPassword', { body: { token: tokenIn(mail), password } })
    },
    'password changed elsewhere': async (listener) => {
      const { password: currentPassword } = listener
      const body = { currentPassword, password: 'quite another passphrase' }
      await ask('profile.changePassword', { token: await newSession(listener), body })
    },
  }

  test.each(Object.entries(ways))('%s: it alone', async (_way, end) => {
    const listener = await makeListener()
    const stream = await listen(url, listener.token)
    const others = [await listen(url, owner), await listen(url, (await makeListener()).token)]
    await mustHear([stream, ...others])
    await end(listener)
    await expect.poll(() => stream.state.ended, { timeout: 10_000 }).toBe(true)
    const last = await mustHear(others)
    expect(stream.heard.flatMap(({ data }) => data.ids ?? [])).not.toContain(last)
    expect((await listen(url, listener.token)).status).toBe(401)
    for (const other of others) await other.close()
  })

  const viewWays: Record<string, (listener: Listener, viewed: string) => Promise<unknown>> = {
    'whose own role loses its preview': ({ role }) =>
      updateRole(role, granting('Operations · Bills · list')),
    'whose role is deleted': (_listener, viewed) =>
      ask('roles.delete', { token: owner, params: { id: viewed } }),
    'whose own session ends': ({ token }) => ask('session.logout', { token }),
  }

  test.each(Object.entries(viewWays))('a view as a role %s: it alone', async (_way, end) => {
    const listener = await makeListener()
    const viewed = await createRole(app.db, granting('Operations · Bills · list'))
    const { token } = await ask('roles.preview', { token: listener.token, body: { _id: viewed } })
    const stream = await listen(url, token)
    const before = await listen(url, owner)
    const person = await makeListener()
    const dismissed = await listen(url, person.token)
    await mustHear([stream, before, dismissed])
    await end(listener, viewed)
    await expect.poll(() => stream.state.ended, { timeout: 10_000 }).toBe(true)
    // Everybody else is told on, and looked at on.
    await mustHear([before, dismissed])
    await ask('users.changeStatus', { token: owner, params: { id: person.id } })
    await expect.poll(() => dismissed.state.ended, { timeout: 10_000 }).toBe(true)
    await mustHear([before])
    await before.close()
  })

  test('a permission taken is told, and ends nothing', async () => {
    const listener = await makeListener()
    const stream = await listen(url, listener.token)
    await mustHear([stream])
    await updateRole(listener.role, [])
    await expect.poll(() => stream.heard.at(-1)?.event).toBe('permissions')
    expect(stream.state.ended).toBe(false)
    await stream.close()
  })

  test('one whose condition can’t be asked ends alone, and the others are told', async () => {
    const errors: unknown[] = []
    const staff = new Map<string, Session>()
    const hub = openLiveHub(app.db, {
      staffOf: async () => (id) => staff.get(id),
      onError: (error) => errors.push(error),
      limits: { beatMs: 600_000 },
    })
    const all = { permissions: permissionModules(() => true), conditions: [], fieldRules: [] }
    const broken = {
      module: 'Operations',
      submodule: 'Bills',
      action: 'list',
      where: { 'amount.max': 'not a number' },
    }
    const open = async (id: string, conditions: RowCondition[]) => {
      const user = { id, name: id }
      const holder = { user, ...all, conditions, loans: [] }
      const scope = scopesOf(areas.all)(holder)
      const session: Partial<Session> = { ...holder, id, scope, owner: false, lasting: all }
      staff.set(id, session as Session)
      return await hub.open(session as Session, null)
    }
    const other = await open('other', [])
    const lost = await open('lost', [broken])
    let heard = ''
    other.on('data', (bytes) => {
      heard += bytes
    })
    const [id = ''] = await create(app.db, 'bills', { title: 'Told' })
    const told = () => {
      hub.wake()
      return heard
    }
    await expect.poll(told).toContain(id)
    await finished(lost.resume())
    expect(errors).toHaveLength(1)
    await hub.close()
  })

  test('one that can’t be looked at ends alone, and that is an error', async () => {
    const errors: unknown[] = []
    const lost = new Error('not to be read')
    const hub = openLiveHub(app.db, {
      staffOf: async () => (session) => {
        if (session === 'lost') throw lost
        return {
          user: { id: session, name: session },
          permissions: [],
          conditions: [],
          fieldRules: [],
          owner: false,
          scope: null,
          lasting: { permissions: [], conditions: [], fieldRules: [] },
          loans: [],
        }
      },
      onError: (error) => errors.push(error),
      limits: { beatMs: 20 },
    })
    const open = async (id: string) => {
      const person = { id, user: { id, name: id }, permissions: [], loans: [] }
      return await hub.open(person as unknown as Session, null)
    }
    const other = await open('other')
    let heard = ''
    other.on('data', (bytes) => {
      heard += bytes
    })
    await finished((await open('lost')).resume())
    expect(errors).toEqual([lost])
    const before = heard.length
    await expect.poll(() => heard.slice(before)).toContain(': alive')
    await hub.close()
    expect(errors).toEqual([lost])
  })

  test('it is looked whether they may still be told in one statement for all', async () => {
    const sent: string[] = []
    const executor = app.db.getExecutor()
    const original = executor.executeQuery.bind(executor)
    const people = await Promise.all([1, 2, 3, 4].map(makeListener))
    const streams = await Promise.all(people.map(({ token }) => listen(url, token)))
    let begun = false
    executor.executeQuery = (query) => {
      if (begun && query.sql.includes('from sessions as session')) sent.push(query.sql)
      return original(query)
    }
    try {
      const signs = () => streams.map(({ state }) => state.signs)
      const before = signs()
      begun = true
      await expect
        .poll(() => signs().every((n, at) => n >= (before[at] ?? 0) + 3), { timeout: 10_000 })
        .toBe(true)
      const rounds = Math.max(...signs().map((n, at) => n - (before[at] ?? 0)))
      expect(sent.length).toBeLessThanOrEqual(rounds + 1)
    } finally {
      executor.executeQuery = original
    }
    await Promise.all(streams.map((stream) => stream.close()))
  })
})
