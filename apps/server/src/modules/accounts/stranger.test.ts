import { afterAll, beforeAll, expect, test } from 'vitest'
import { callFrom, goodPassword, signInAs } from '../../testing/accounts.ts'
import { usualEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import { type Mailbox, openMailbox, tokenIn } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

let t: TestApp
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
  t = await startTestApp(usualEngine, { smtpUrl: mailbox.url })
})
afterAll(async () => {
  await t.dispose()
  await mailbox.close()
})

/** What somebody who wants to write to others through us would call themselves. */
const words = 'You have won 1,000,000. Collect it at http://evil.example'

const idOf = async (email: string) => {
  const person = await t.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return person.id
}

test('class: a stranger’s words in our mail', async () => {
  const { token } = await signInAs(t, 'owner')
  const victim = 'victim@example.com'
  const register = (name: string, email = victim) =>
    callFrom(t, '10.20.0.1', 'accounts.register', { name, email, password: goodPassword })
  const forgot = () => callFrom(t, '10.20.0.1', 'accounts.forgotPassword', { email: victim })
  const letters: Record<string, Awaited<ReturnType<Mailbox['take']>>> = {}
  const take = async (kind: string, subject: RegExp, to = victim) => {
    letters[kind] = await mailbox.take(to, subject)
    return letters[kind]
  }

  await register(words)
  await take('registered', /Confirm your e-mail/)
  await register(words)
  await take('registered again', /Confirm your e-mail/)
  await forgot()
  const link = tokenIn(await take('reset', /Set a new password/))
  const body = { token: link, password: goodPassword }
  expect((await t.call('accounts.resetPassword', { body })).status).toBe(200)
  await take('password changed', /has been changed/)
  await register(words)
  await take('already known', /already has an account/)
  const id = await idOf(victim)
  await t.call('users.update', { token, params: { id }, body: { email: 'other@example.com' } })
  await take('address changed', /address has been changed/)
  await t.call('users.update', { token, params: { id }, body: { status: 'inactive' } })
  await take('confirmation of another address', /Confirm your e-mail/, 'other@example.com')
  await register(words, 'other@example.com')
  await take('already known, inactive', /already has an account/, 'other@example.com')
  await t.call('users.update', { token, params: { id }, body: { status: 'pending' } })
  await t.call('accounts.decline', { token, params: { id } })
  await take('declined', /declined/, 'other@example.com')

  for (const [kind, { text, html, raw }] of Object.entries(letters)) {
    expect([kind, text]).toEqual([kind, expect.stringMatching(/^Hello,\n/)])
    for (const part of [text, html, raw]) {
      expect([kind, /evil\.example|1,000,000/.test(part)]).toEqual([kind, false])
    }
    // The head of the mail names nobody either.
    expect([kind, /^To: \S+@example\.com$/m.test(raw.replaceAll('\r', ''))]).toEqual([kind, true])
  }
})

test('who has been let in is greeted by name', async () => {
  const { token } = await signInAs(t, 'owner')
  const role = await createRole(t.db, [])
  const person = { name: 'Ann Example', email: 'ann@example.com', type: 'admin', role }
  await t.call('users.create', { token, body: person })
  const invited = await mailbox.take(person.email, /staff account/)
  expect(invited.text).toMatch(/^Hello Ann Example,/)
})
