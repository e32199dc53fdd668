import { readFileSync } from 'node:fs'
import { msg } from '@steward/i18n/reader'
import { nested, onLines, type Said, Sentence, say } from '@steward/i18n/sentence'
import { z } from 'zod'
import { serversIn } from './database-address.ts'
import { readNetworks } from './http/outbound-networks.ts'
import { isLoopback } from './loopback.ts'
import { OperatorError } from './operator-error.ts'

const address = (protocols: string[], words: string) =>
  z
    .string()
    .refine((value) => isAddress(value, protocols), words)
    .optional()

const isAddress = (value: string, protocols: string[]): boolean =>
  protocols.includes(URL.parse(value)?.protocol ?? '')

const databaseAddress = () =>
  z
    .string()
    .refine(
      (value) => serversIn(value).every((each) => isAddress(each, ['postgres:', 'postgresql:'])),
      msg(
        'must be an address such as postgres://user:password@host:5432/database, or one with several hosts such as postgres://user:password@a:5432,b:5432/database',
      ),
    )
    .optional()

/** Whether ICU has an order for a language; `und` is that of Unicode. */
function isSortable(locale: string): boolean {
  try {
    return (
      new Intl.Locale(locale).language === 'und' ||
      Intl.Collator.supportedLocalesOf(locale).length > 0
    )
  } catch {
    return false
  }
}

/** Whether keys to check tokens by can be fetched from an address without anybody in between changing them. */
function isSafeIssuer(value: string | undefined): boolean {
  const url = URL.parse(value ?? '')
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname)
}

const secretKey = () => z.string().min(32, msg('must have at least 32 characters')).optional()

const wrongPort = msg('must be a port number from 0 to 65535')
const sender = /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = () => z.coerce.number(wrongPort).int(wrongPort).min(0, wrongPort).max(65535, wrongPort)

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const settings = z.object({
  PORT: port().default(4000),
  HOST: z.string().trim().default('127.0.0.1'),
  PUBLIC_URL: address(['http:', 'https:'], msg('must be an http or https address')),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress(),
  DATABASE_MIGRATION_URL: databaseAddress(),
  DATABASE_READ_URL: databaseAddress(),
  DATABASE_LISTEN_URL: databaseAddress(),
  DATABASE_POOLER: z.enum(['transaction'], msg('must be transaction, or unset')).optional(),
  COLLATION: z
    .string()
    .refine(isSortable, msg('must be a language such as sv or de-u-co-phonebk, or und'))
    .optional(),
  OWNER_EMAIL: z.email(msg('must be an e-mail address')).optional(),
  OWNER_PASSWORD: z.string().min(10, msg('must have at least 10 characters')).optional(),
  DEMO: z.enum(['0', '1'], msg('must be 0 or 1')).optional(),
  DEMO_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2,3}$/, msg('must be the code of a language, such as de'))
    .optional(),
  TRASH_DAYS: z.coerce
    .number(msg('must be a number of days'))
    .int(msg('must be a whole number of days'))
    .min(0, msg('must be 0 (for ever) or more'))
    .max(36_500, msg('must be at most 36500 (a hundred years)'))
    .default(30),
  SESSION_HOURS: z.coerce
    .number(msg('must be a number of hours'))
    .positive(msg('must be more than 0'))
    .max(8760, msg('must be at most 8760 (a year)'))
    .default(12),
  SESSION_IDLE_MINUTES: z.coerce
    .number(msg('must be a number of minutes'))
    .int(msg('must be a whole number of minutes'))
    .max(525_600, msg('must be at most 525600 (a year)'))
    .refine((minutes) => minutes === 0 || minutes >= 5, msg('must be 0 (never) or at least 5'))
    .default(120),
  SMTP_URL: address(
    ['smtp:', 'smtps:'],
    msg(
      'must be an address such as smtp://user:password@host:587, or smtps:// for TLS from the start',
    ),
  ),
  SMTP_TLS: z
    .enum(['required', 'opportunistic'], msg('must be required or opportunistic'))
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      sender,
      msg('must be an address such as steward@example.com or “Steward <steward@example.com>”'),
    )
    .optional(),
  S3_URL: z.string().optional(),
  SECRET_KEY: secretKey(),
  SECRET_KEY_PREVIOUS: secretKey(),
  LOG_LEVEL: z
    .enum(logLevels, msg('must be one of fatal, error, warn, info, debug, trace, silent'))
    .default('info'),
  TRUST_PROXY: z.string().trim().optional(),
  CORS_ORIGIN: z.string().trim().optional(),
  API_DOCS: z
    .enum(['public', 'session', 'off'], msg('must be one of public, session, off'))
    .default('public'),
  METRICS_PORT: port().optional(),
  METRICS_HOST: z.string().trim().default('127.0.0.1'),
  SLOW_QUERY_MS: z.coerce
    .number(msg('must be a number of milliseconds'))
    .min(0, msg('must be 0 (off) or more'))
    .default(1000),
  SQL_COMMENTS: z.enum(['0', '1'], msg('must be 0 or 1')).default('0'),
  MCP_ISSUER: address(
    ['https:', 'http:'],
    msg('must be an address such as https://id.example.com'),
  ).refine(isSafeIssuer, msg('must be an https address; http is for this machine alone')),
  AUDIT_STREAM_URL: address(
    ['syslog:', 'syslog+tls:', 'https:', 'http:'],
    msg(
      'must be an address such as syslog+tls://host:6514, syslog://host:601 or https://host/path',
    ),
  ).refine((value) => {
    const url = URL.parse(value ?? '')
    return !url?.username && !url?.password
  }, msg('must hold no name or password; AUDIT_STREAM_AUTHORIZATION is for that')),
  AUDIT_STREAM_AUTHORIZATION: z
    .string()
    .regex(/^[\x20-\x7e]+$/, msg('must be the value of an Authorization header'))
    .optional(),
  OUTBOUND_PRIVATE_NETWORKS: z
    .string()
    .refine(
      (value) => readNetworks(value) !== undefined,
      msg('must be addresses or networks such as 10.0.0.0/8, separated by commas, or true'),
    )
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    ['http:', 'https:'],
    msg('must be an http or https address'),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(
    ['http:', 'https:'],
    msg('must be an http or https address'),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', msg('must be http/protobuf, the one that is spoken here'))
    .optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(
      samplers,
      msg(
        'must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
      ),
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(msg('must be a number from 0 to 1'))
    .min(0, msg('must be a number from 0 to 1'))
    .max(1, msg('must be a number from 0 to 1'))
    .default(1),
})

/** The settings that hold a secret, or may. Each can be given as a file, named by the setting with `_FILE` at its end. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'DATABASE_READ_URL',
  'DATABASE_LISTEN_URL',
  'OWNER_PASSWORD',
  'SMTP_URL',
  'S3_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'AUDIT_STREAM_URL',
  'AUDIT_STREAM_AUTHORIZATION',
] as const satisfies (keyof typeof settings.shape)[]

const ownNames = Object.keys(settings.shape) as (keyof typeof settings.shape)[]

/** The names of all environment variables that are read. */
export const settingNames: readonly string[] = [
  ...ownNames,
  ...secretSettings.map((name) => `${name}_FILE`),
]

type Environment = Record<string, string | undefined>

/** The settings as they are given, checked singly. */
export type Settings = z.infer<typeof settings>

/**
 * The settings in force, in their order, for people to read; of a secret only whether it is set.
 * @throws {OperatorError} as `readSettings` does
 */
export function listSettings(environment: Environment) {
  const given = withoutEmpty(environment)
  const values = readSettings(environment)
  const isSecret = (name: string) => secretSettings.some((each) => each === name)
  return ownNames.map((name) => {
    const value = values[name]
    const file = isSecret(name) ? given[`${name}_FILE`] : undefined
    const set: Said = file ? say('set by the file {file}', { file }) : msg('set', 'a secret')
    const inForce = isSecret(name) ? set : new Sentence('{value}', { value: String(value) })
    const shown: Said = value === undefined ? msg('not set', 'a setting') : inForce
    return {
      name,
      shown,
      isDefault: value !== undefined && given[name] === undefined && file === undefined,
    }
  })
}

/**
 * Reads the environment, and the files that hold secrets; an empty variable counts as none.
 * @throws {OperatorError} one sentence a variable, each naming the variable; never with a secret's value
 */
export function readSettings(environment: Environment): Settings {
  const given = withoutEmpty(environment)
  const read = settings.safeParse({ ...given, ...readSecretFiles(given) })
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => {
      const name = path.join('.')
      const file = given[`${name}_FILE`]
      const problem = nested(message)
      return file
        ? say('The setting {name} in the file {file} {problem}.', { name, file, problem })
        : say('The setting {name} {problem}.', { name, problem })
    })
    throw new OperatorError(onLines(problems))
  }
  return read.data
}

/** The secrets that are given as files, each without the line break at its end. */
function readSecretFiles(given: Environment): Record<string, string> {
  const found: Record<string, string> = {}
  const problems: Said[] = []
  for (const name of secretSettings) {
    const path = given[`${name}_FILE`]
    if (!path) continue
    try {
      found[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (found[name] === '')
        problems.push(
          say('The file {path} that {setting} names is empty.', { path, setting: `${name}_FILE` }),
        )
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(
        say("The file {path} that {setting} names can't be read ({code}).", {
          path,
          setting: `${name}_FILE`,
          code,
        }),
      )
    }
    if (given[name])
      problems.push(
        say('Set either {name} or {setting} ({path}), not both.', {
          name,
          setting: `${name}_FILE`,
          path,
        }),
      )
  }
  if (problems.length > 0) throw new OperatorError(onLines(problems))
  return found
}

const withoutEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
