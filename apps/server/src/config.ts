import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { nested, say } from '@steward/i18n/sentence'
import ipaddr from 'ipaddr.js'
import { readNetworks } from './http/outbound-networks.ts'
import { isLoopback } from './loopback.ts'
import { OperatorError } from './operator-error.ts'
import { readSettings, type Settings } from './settings.ts'
import { readS3Url, type S3Target } from './storage/s3-url.ts'

/** Checked settings of the server. */
export type Config = ReturnType<typeof readConfig>

/**
 * Turns the settings into what the server works with.
 * @throws {OperatorError} as `readSettings` does, and where settings don't fit each other
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const values = readSettings(environment)
  if (values.OWNER_PASSWORD && !values.OWNER_EMAIL) {
    throw new OperatorError('The setting OWNER_PASSWORD needs OWNER_EMAIL beside it.')
  }
  const shownHost = ['0.0.0.0', '::'].includes(values.HOST) ? 'localhost' : values.HOST
  const host = shownHost.includes(':') ? `[${shownHost}]` : shownHost
  const publicUrl = (values.PUBLIC_URL ?? `http://${host}:${values.PORT}`).replace(/\/+$/, '')
  return {
    port: values.PORT,
    host: values.HOST,
    /** Where people reach Steward, without a slash at the end. */
    publicUrl,
    /** The absolute path of the data directory. */
    dataDir: resolve(values.DATA_DIR),
    /** Unset: the embedded engine in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** The same database as the role that owns its tables, for migrations alone; unset: `databaseUrl`. */
    migrationUrl: values.DATABASE_URL && values.DATABASE_MIGRATION_URL,
    /** A standby of the same database that lists and searches are read from; unset: `databaseUrl`. */
    readUrl: values.DATABASE_URL && values.DATABASE_READ_URL,
    /** Where changes by other servers are listened for; unset: they are looked for each second. */
    listenUrl:
      values.DATABASE_URL &&
      (values.DATABASE_LISTEN_URL ?? (values.DATABASE_POOLER ? undefined : values.DATABASE_URL)),
    /** Set where `databaseUrl` leads to a pooler that gives each transaction another session. */
    databasePooler: values.DATABASE_URL && values.DATABASE_POOLER,
    /** The locale that names, titles and numbers are sorted by (BCP 47), given to a new database. */
    collation: values.COLLATION,
    ownerEmail: values.OWNER_EMAIL,
    ownerPassword: values.OWNER_PASSWORD,
    /** Whether an empty system is filled with a demonstration community. */
    demo: values.DEMO === undefined ? values.DATABASE_URL === undefined : values.DEMO === '1',
    /** The language of that community; unset: that of the shell which starts the server. */
    demoLanguage: values.DEMO_LANGUAGE,
    /** Days for which deleted records are kept; 0 for ever. */
    trashDays: values.TRASH_DAYS,
    sessionHours: values.SESSION_HOURS,
    /** Minutes without a request after which a session ends, unless its role sets others; 0 for never. */
    sessionIdleMinutes: values.SESSION_IDLE_MINUTES,
    /** Unset: mail is written to the folder `outbox` of `dataDir`. May hold a password. */
    smtpUrl: values.SMTP_URL,
    /** Whether no mail, and no password, goes to the mail server before the connection has TLS. */
    smtpRequireTls: readSmtpTls(values.SMTP_TLS, values.SMTP_URL),
    /** The sender of mail; without a name of its own it bears the community's. */
    mailFrom: readSender(values.MAIL_FROM, publicUrl),
    /** The bucket that uploaded files are kept in; unset: folders of `dataDir`. Holds a password. */
    s3: readS3(values.S3_URL),
    /** What secrets at rest are encrypted with; unset: a key file in `dataDir`. */
    secretKey: values.SECRET_KEY,
    /** The key before, which still opens what it encrypted. */
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    logLevel: values.LOG_LEVEL,
    /** Which proxies' forwarding headers count: none, those of so many hops, or those at some addresses. */
    trustProxy: readTrustProxy(values.TRUST_PROXY),
    /** Origins that may call the API from elsewhere; empty for none. */
    corsOrigins: readOrigins(values.CORS_ORIGIN),
    /** Who may read the contract and its viewer: anybody, people who are signed in, or no one. */
    apiDocs: values.API_DOCS,
    /** Where metrics are served; unset: nowhere. */
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    /** From how many milliseconds on a statement is logged as slow; 0 for never. */
    slowQueryMs: values.SLOW_QUERY_MS,
    /** Whether statements end with a comment that names their request. */
    sqlComments: values.SQL_COMMENTS === '1',
    /** Where the audit log is streamed to; unset: nowhere. May hold a secret in its path or query. */
    auditStream: values.AUDIT_STREAM_URL
      ? { url: values.AUDIT_STREAM_URL, authorization: values.AUDIT_STREAM_AUTHORIZATION }
      : undefined,
    /** The private networks that may be called at addresses which people enter. */
    privateNetworks: readNetworks(values.OUTBOUND_PRIVATE_NETWORKS ?? '') ?? [],
    /** The address of the MCP server, and who issues access tokens for it beside the keys of service accounts. */
    mcp: { url: `${publicUrl}/mcp`, issuer: values.MCP_ISSUER ?? null },
    /** How traces are sampled; unset: none are made. The exporter reads its own variables. */
    tracing: readTracing(values),
  }
}

function readTracing(values: Settings) {
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || values.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  return { sampler: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG }
}

/** Whether SMTP needs TLS. By default, a password goes without TLS only to this machine. */
function readSmtpTls(value: string | undefined, url: string | undefined): boolean {
  if (value || !url) return value === 'required'
  const { password, hostname } = new URL(url)
  return password !== '' && !isLoopback(hostname)
}

function readS3(value: string | undefined): S3Target | undefined {
  if (!value) return undefined
  const read = readS3Url(value)
  if ('problem' in read)
    throw new OperatorError(say('The setting S3_URL {problem}.', { problem: nested(read.problem) }))
  return read
}

function readSender(
  value: string | undefined,
  publicUrl: string,
): { name: string | undefined; address: string } {
  const named = /^(.*)<(.+)>$/.exec(value ?? '')
  if (named) return { name: named[1]?.trim() || undefined, address: named[2] ?? '' }
  const { hostname } = new URL(publicUrl)
  const domain = /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
  return { name: undefined, address: value ?? `steward@${domain}` }
}

function readTrustProxy(value: string | undefined): false | number | string {
  if (!value || value === 'false' || value === '0') return false
  if (/^\d+$/.test(value)) return Number(value)
  if (value.split(',').every((entry) => isNetwork(entry.trim()))) return value
  // Whoever trusts every proxy lets each caller write their own address.
  throw new OperatorError(
    'The setting TRUST_PROXY must be the number of proxies in front of Steward, such as 1, or their addresses, such as 10.0.0.0/8, separated by commas.',
  )
}

/** Whether a text names machines as Fastify takes them: an address, a range that is not everybody, or a name. */
function isNetwork(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
  const [address = '', ...bits] = entry.split('/')
  if (!isIP(address)) return false
  if (bits.length === 0) return true
  if (!ipaddr.isValidCIDR(entry)) return false
  const [network, length] = ipaddr.parseCIDR(entry)
  return length > (network.range() === 'ipv4Mapped' ? 96 : 0)
}

function readOrigins(value = ''): string[] {
  return value.split(',').flatMap((entry) => {
    const url = URL.parse(entry.trim())
    if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin
    if (value === '') return []
    throw new OperatorError(
      'The setting CORS_ORIGIN must be one or several origins such as https://staff.example.com, separated by commas.',
    )
  })
}
