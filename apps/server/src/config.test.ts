import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'
import { OperatorError } from './operator-error.ts'

test('the README names every setting, and none that is not read', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(settingNames.toSorted())
})

test.each([
  ['PORT', 'http'],
  ['PORT', '99999'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['DATABASE_URL', 'mysql://example.com'],
  ['OWNER_EMAIL', 'nobody'],
  ['OWNER_PASSWORD', 'short'],
  ['DEMO', 'yes'],
  ['SESSION_HOURS', '0'],
  ['SESSION_HOURS', 'soon'],
  ['SESSION_IDLE_MINUTES', '1'],
  ['SMTP_URL', 'ftp://example.com'],
  ['SMTP_TLS', 'yes'],
  ['MAIL_FROM', 'nobody'],
  ['SECRET_KEY', 'too short a key'],
  ['LOG_LEVEL', 'loud'],
  ['CORS_ORIGIN', 'everywhere'],
  ['API_DOCS', 'staff'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'nginx'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.1, true'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '::ffff:0.0.0.0/96'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '10/8'],
  ['TRUST_PROXY', '010.0.0.0/8'],
])('%s=%s is refused by its name, never by its value', (name, value) => {
  const read = () => readConfig({ OWNER_EMAIL: 'ada@example.com', [name]: value })
  expect(read).toThrow(OperatorError)
  expect(read).toThrow(`The setting ${name} must`)
  if (/PASSWORD|KEY/.test(name)) expect(read).not.toThrow(value)
})

test.each([
  ['smtp://user:word@mail.example.com', '', true],
  ['smtp://mail.example.com', '', false],
  ['smtp://user:word@127.0.0.1:2525', '', false],
  ['smtp://user:word@localhost:2525', 'required', true],
  ['smtp://user:word@mail.example.com', 'opportunistic', false],
])('class: a password in clear text to the mail server %s with SMTP_TLS=%s', (url, tls, so) => {
  expect(readConfig({ SMTP_URL: url, SMTP_TLS: tls })).toMatchObject({ smtpRequireTls: so })
})

test.each([
  ['', false],
  ['false', false],
  ['0', false],
  ['2', 2],
  ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ['10.0.0.1,2001:db8::/32', '10.0.0.1,2001:db8::/32'],
  ['::ffff:10.0.0.0/104', '::ffff:10.0.0.0/104'],
])('TRUST_PROXY=%s is taken', (value, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: value })).toMatchObject({ trustProxy })
})

test('an empty variable counts as none', () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})
