import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { OperatorError } from './operator-error.ts'
import { settingNames } from './settings.ts'

test('the README names every setting, and none that is not read', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const rows = readme.match(/^\| `[A-Z0-9_]+`.*? \|/gm) ?? []
  const listed = rows.flatMap((row) => row.match(/[A-Z0-9_]+/g) ?? [])
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
  ['METRICS_PORT', 'http'],
  ['SLOW_QUERY_MS', 'soon'],
  ['SQL_COMMENTS', 'yes'],
  ['AUDIT_STREAM_URL', 'ftp://example.com'],
  ['AUDIT_STREAM_URL', 'https://user:word@example.com'],
  ['AUDIT_STREAM_AUTHORIZATION', 'Bearer a\nb'],
  ['OUTBOUND_PRIVATE_NETWORKS', '10/8'],
  ['OUTBOUND_PRIVATE_NETWORKS', 'yes'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'some'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
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

/** Writes a text to a file that is removed after the test. */
async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-config-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'secret'), text)
  return join(folder, 'secret')
}

test.each(settingNames.filter((name) => name.endsWith('_FILE')))(
  '%s gives the setting as a file, without the line break at its end',
  async (name) => {
    const addresses: Record<string, string> = {
      SMTP_URL_FILE: 'smtp://user:word@example.com',
      S3_URL_FILE: 'https://key:word@s3.example.com/bucket',
      AUDIT_STREAM_URL_FILE: 'https://siem.example.com/?token=word',
    }
    const address = addresses[name] ?? 'postgres://u:word@db/x'
    const value = /URL/.test(name) ? address : '  a secret of forty characters, with spaces  '
    const stream = name === 'AUDIT_STREAM_AUTHORIZATION_FILE' && {
      AUDIT_STREAM_URL: 'https://siem.example.com/',
    }
    const others = { OWNER_EMAIL: 'ada@example.com', DATABASE_URL: 'postgres://u@db/x', ...stream }
    const { DATABASE_URL, ...owner } = others
    const beside = name === 'DATABASE_URL_FILE' ? owner : others
    const direct = readConfig({ ...beside, [name.replace(/_FILE$/, '')]: value })
    for (const end of ['', '\n', '\r\n']) {
      const read = readConfig({ ...beside, [name]: await fileWith(value + end) })
      expect(read).toEqual(direct)
    }
  },
)

test('a secret’s file that can’t be used is named with its setting, never its content', async () => {
  const key = 'a secret key that is long enough to be one'
  const file = await fileWith(`${key}\n`)
  const refused = (environment: Record<string, string>, words: string) => {
    expect(() => readConfig(environment)).toThrow(
      expect.objectContaining({ name: 'Problem', message: words }),
    )
  }
  refused(
    { SECRET_KEY: key, SECRET_KEY_FILE: file },
    `Set either SECRET_KEY or SECRET_KEY_FILE (${file}), not both.`,
  )
  const missing = `${file}.missing`
  refused(
    { SECRET_KEY_FILE: missing, SMTP_URL_FILE: tmpdir() },
    `The file ${tmpdir()} that SMTP_URL_FILE names can't be read (EISDIR).
The file ${missing} that SECRET_KEY_FILE names can't be read (ENOENT).`,
  )
  const empty = await fileWith('\n')
  refused({ SECRET_KEY_FILE: empty }, `The file ${empty} that SECRET_KEY_FILE names is empty.`)
  const short = await fileWith('short secret')
  refused(
    { SECRET_KEY_FILE: short },
    `The setting SECRET_KEY in the file ${short} must have at least 32 characters.`,
  )
  expect(readConfig({ SECRET_KEY: '', SECRET_KEY_FILE: file })).toMatchObject({ secretKey: key })
})
