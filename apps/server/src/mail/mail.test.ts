import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { translatorIn } from '../languages.ts'
import { openMailbox, readMail } from '../testing/mailbox.ts'
import { communityName } from '../web-config.ts'
import { asTyped, type EmailTemplate, renderEmail } from './email-template.ts'
import { openMailer } from './mailer.ts'
import { accountHolder } from './recipient.ts'

let dataDir: string
let lines: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'steward-mail-'))
  await settings({ name: 'Größe & Söhne <Verein>' })
  lines = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const log = {
  info: (fields: object, message: string) => lines.push(JSON.stringify([fields, message])),
  error: (fields: object, message: string) => lines.push(JSON.stringify([fields, message])),
}
const settings = (of: unknown) => writeFile(join(dataDir, 'config.json'), JSON.stringify(of))
const open = (settings: Record<string, string> = {}) =>
  openMailer(
    readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://staff.example.com', ...settings }),
    log,
  )
const template: EmailTemplate = {
  kind: 'reset',
  subject: 'Set a new password – jetzt',
  paragraphs: ['First <b>paragraph</b>.', 'Second.'],
  action: { label: 'Set it', path: '/reset-password/secret-token' },
  note: 'A note.',
}
const to = accountHolder({
  name: 'Zoë "Z" <x@y.z>',
  email: 'zoe@example.com',
  status: 'active',
})

test('class: control and direction characters of a stored name', () => {
  const name = 'Ann\u202e\r\nBcc: all\u2028x\u2069'
  const { text, html, subject } = renderEmail(
    { ...template, subject: name, paragraphs: [name] },
    name,
    { community: name, publicUrl: 'https://staff.example.com' },
    translatorIn('en'),
  )
  expect(text).toContain('Hello Ann Bcc: all x,')
  for (const part of [text, html, subject])
    expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\r]/)
})

test('a template goes out by SMTP as text and as HTML, in the community’s name', async () => {
  const mailbox = await openMailbox()
  const post = open({ SMTP_URL: mailbox.url })
  post.send(to, template)
  const mail = await mailbox.take('zoe@example.com', /^Set a new password – jetzt$/)
  expect(mail.from).toBe('steward@staff.example.com')
  expect(mail.text).toContain('Hello Zoë "Z" <x@y.z>,')
  expect(mail.text).toContain('Set it:\nhttps://staff.example.com/reset-password/secret-token\n')
  expect(mail.text).toContain('-- \nGröße & Söhne <Verein>')
  expect(mail.html).toContain('First &lt;b&gt;paragraph&lt;/b&gt;.')
  expect(mail.html).toContain('Größe &amp; Söhne &lt;Verein&gt;')
  expect(mail.html).toContain('Zoë &quot;Z&quot; &lt;x@y.z&gt;')
  expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated/m)
  await post.close()
  await mailbox.close()
})

test('what people typed is no message: braces in it stay', async () => {
  const mail = renderEmail(
    { kind: 'x', subject: 'Subject', paragraphs: [asTyped('{name} and <b>{count}</b>')] },
    null,
    { community: 'C', publicUrl: 'https://x' },
    translatorIn('de'),
  )
  expect(mail.text).toContain('{name} and <b>{count}</b>')
})

test('an e-mail is in English where the language can’t be found out', async () => {
  const mailbox = await openMailbox()
  const unknown = () => Promise.reject(new Error('no database'))
  const config = readConfig({ DATA_DIR: dataDir, SMTP_URL: mailbox.url })
  const post = openMailer(config, log, { languageOf: unknown, words: unknown })
  post.send(to, template)
  await mailbox.take('zoe@example.com', /^Set a new password – jetzt$/)
  await post.close()
  await mailbox.close()
})

test('smtps, a user with a password, and a sender with a name', async () => {
  const auth = { user: 'steward', password: 'p@ss/word:1' }
  const mailbox = await openMailbox({ tls: true, auth })
  const post = open({ SMTP_URL: mailbox.url, MAIL_FROM: 'The Team <team@example.org>' })
  post.send(to, template)
  const mail = await mailbox.take('zoe@example.com', /new password/)
  expect(mail.from).toBe('team@example.org')
  expect(mail.raw).toMatch(/^From: "?The Team"? <team@example.org>/m)
  await post.close()
  await mailbox.close()
})

test('what fails is tried again, and logged without address, words or password', async () => {
  const mailbox = await openMailbox()
  await mailbox.close()
  const url = mailbox.url.replace('smtp://', 'smtp://user:hunter2hunter2@')
  const post = open({ SMTP_URL: url })
  post.send(to, template)
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  await post.close()
  const written = lines.join('\n')
  expect(written).toContain('ESOCKET')
  expect(written).toContain('"kind":"reset"')
  for (const secret of ['zoe@', 'secret-token', 'hunter2', 'Second.']) {
    expect(written).not.toContain(secret)
  }
})

test('class: mail and passwords without TLS, where TLS is demanded', async () => {
  const mailbox = await openMailbox({ auth: { user: 'steward', password: 'hunter2hunter2' } })
  for (const SMTP_URL of [mailbox.url, `${mailbox.url}?ignoreTLS=true&requireTLS=false`]) {
    lines = []
    const post = open({ SMTP_URL, SMTP_TLS: 'required' })
    post.send(to, template)
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
    expect(lines[0]).toMatch(/"code":"ETLS"/)
    await post.close()
  }
  expect(mailbox.mails).toEqual([])
  await mailbox.close()
})

test('a wrong password of the mail server is not tried for ever', async () => {
  const mailbox = await openMailbox({ tls: true, auth: { user: 'steward', password: 'right' } })
  const post = open({ SMTP_URL: mailbox.url.replace('right', 'wrong') })
  post.send(to, template)
  await post.settled()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/535/)
  await post.close()
  await mailbox.close()
})

test('without a server a template becomes a file for its owner alone, named in the log', async () => {
  const post = open()
  post.send(to, template)
  await post.settled()
  await post.close()
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  expect(names[0]).toMatch(/^[\dTZ-]+-reset-[0-9a-f]{8}\.eml$/)
  const path = join(folder, names[0] ?? '')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const mail = readMail(await readFile(path, 'utf8'))
  expect(mail.subject).toBe('Set a new password – jetzt')
  expect(mail.text).toContain('/reset-password/secret-token')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(names[0])
  for (const secret of ['zoe@', 'secret-token']) expect(lines[0]).not.toContain(secret)
})

test('the community’s name comes from its settings, where they can be read', async () => {
  await settings({ name: ' Marvel fans ' })
  expect(await communityName(dataDir)).toBe('Marvel fans')
  for (const name of [undefined, '', 1, ['x'], null]) {
    await settings({ name })
    expect(await communityName(dataDir)).toBe('Steward')
  }
  await writeFile(join(dataDir, 'config.json'), 'broken')
  expect(await communityName(dataDir)).toBe('Steward')
})

test('settings of mail are checked at the start, without their secrets', () => {
  const read = (settings: Record<string, string>) => () => readConfig(settings)
  expect(read({ SMTP_URL: 'http://user:hunter2@host' })).toThrow(/SMTP_URL must be an address/)
  expect(read({ SMTP_URL: 'http://user:hunter2@host' })).not.toThrow(/hunter2/)
  for (const MAIL_FROM of ['nobody', 'a@b\r\nBcc: c@d', 'x <y>', 'a@b, c@d']) {
    expect(read({ MAIL_FROM })).toThrow(/MAIL_FROM/)
  }
  expect(read({ SECRET_KEY: 'short' })).toThrow(/SECRET_KEY/)
  expect(read({ SESSION_IDLE_MINUTES: '1' })).toThrow(/SESSION_IDLE_MINUTES/)
  expect(readConfig({}).mailFrom).toEqual({ name: undefined, address: 'steward@localhost' })
})
