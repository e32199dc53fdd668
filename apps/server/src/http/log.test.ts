import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { setUp } from '../setup.ts'
import { codeOf, goodPassword } from '../testing/accounts.ts'
import { openTestDatabase, usualEngine } from '../testing/database.ts'
import { createAdmin, createRole } from '../testing/factories.ts'
import { openMailbox, tokenIn } from '../testing/mailbox.ts'

test('class: token or password in a log line', async () => {
  const mailbox = await openMailbox()
  const database = await openTestDatabase(usualEngine)
  const { db } = database.connection
  const config = { ...database.config, smtpUrl: mailbox.url }
  await setUp(database.connection, config)
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const app = await createApp(config, db, logger)
  const secrets: string[] = [goodPassword]
  const ask = async (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    token?: string,
  ) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    return answer.headers['content-type']?.toString().includes('json') ? answer.json() : null
  }

  const role = await createRole(db, [])
  const person = await createAdmin(db, role)
  secrets.push(person.password)
  await ask('POST', '/api/auth/admin-register', {
    name: 'Ann',
    email: 'ann@example.com',
    password: goodPassword,
  })
  const { data } = await ask('POST', '/api/auth/admin-login', person)
  secrets.push(data.token)
  const factor = '/api/admin/profile/second-factor'
  const started = await ask('POST', `${factor}/totp`, { password: person.password }, data.token)
  secrets.push(started.data.key)
  const code = codeOf(started.data.key)
  const confirmed = await ask('POST', `${factor}/totp/confirm`, { code }, data.token)
  secrets.push(...confirmed.data.recoveryCodes)
  const [recovery] = confirmed.data.recoveryCodes
  await ask('POST', '/api/auth/admin-login', { ...person, code: recovery })
  await ask('GET', `/api/admin/profile?token=${data.token}`, undefined, data.token)
  await ask('POST', '/api/auth/admin-forgot-password', { email: person.email })
  const link = tokenIn(await mailbox.take(person.email, /new password/))
  secrets.push(link)
  // The page that the link in the mail opens, as a browser asks for it, and odd ways to write it.
  await ask('GET', `/reset-password/${link}`)
  await ask('GET', `/reset-password/${link}?theme=dark`)
  await ask('GET', `/RESET-password/${link}/`)
  await ask('GET', `/reset-password//${link}`)
  await ask('GET', `/%72eset-password/${link}`)
  await ask('GET', `/admin/../reset-password/${link}`)
  const spelled = [...link].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
  secrets.push(spelled)
  await ask('GET', `/%72eset-password/${spelled}`)
  await ask('POST', '/api/auth/admin-check-link', { token: link })
  await ask('POST', '/api/auth/admin-reset-password', { token: link, password: `new ${link}` })
  // A failure of our own, with everything that its error carries.
  await db.schema.alterTable('password_links').renameTo('hidden_links').execute()
  await ask('POST', '/api/auth/admin-reset-password', { token: link, password: `x ${link}` })
  await ask('POST', '/api/auth/admin-forgot-password', { email: person.email })
  await expect.poll(() => lines.some((line) => line.includes('after an answer'))).toBe(true)
  await app.close()

  const written = lines.join('\n')
  expect(written).toContain('/reset-password/{token}')
  expect(written).toContain('request failed')
  for (const secret of secrets) expect(written).not.toContain(secret)
  await database.dispose()
  await mailbox.close()
})
