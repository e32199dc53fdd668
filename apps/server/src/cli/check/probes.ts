import { statfs } from 'node:fs/promises'
import { msg } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import { readClock } from '../../db/connection/describe.ts'
import { probePooler, probeStandby } from '../../db/connection/probes.ts'
import { checkSecretKey } from '../../modules/second-factor/secret-keys.service.ts'
import { OperatorError } from '../../operator-error.ts'
import { checkStorage } from '../../storage/check-storage.ts'
import { databaseProbe } from './database.ts'
import type { Probe } from './probe.ts'
import { proxyProbe } from './proxy.ts'

const nothing = msg('nothing to compare it with before the first start')

const keyProbe: Probe = {
  name: 'key',
  run: async ({ config, records }) => {
    if (!records) return nothing
    const secrets = await checkSecretKey(records, config)
    if (!secrets) return msg('none yet; the first start makes it')
    return secrets.fingerprints.length > 1
      ? msg(
          'opens the secrets of the database; SECRET_KEY_PREVIOUS is set: run steward secrets rotate',
        )
      : msg('opens the secrets of the database')
  },
}

/** Below this, in bytes, a day's uploads may fill the disk. */
const leastFree = 500_000_000

const storageProbe: Probe = {
  name: 'storage',
  // That it can be written was found when the database was opened.
  run: async ({ config: { dataDir } }) => {
    const found = await statfs(dataDir).catch(() => null)
    if (!found) return say('{dataDir} is not there yet; the first start makes it', { dataDir })
    const { bavail, bsize } = found
    const megabytes = Math.floor((bavail * bsize) / 1e6)
    if (bavail * bsize >= leastFree)
      return say('{dataDir}, {megabytes} MB free', { dataDir, megabytes })
    throw new OperatorError(
      say(
        'Only {megabytes} MB are free where {dataDir} is: make room, or move it to a larger disk.',
        { megabytes, dataDir },
      ),
    )
  },
}

const replicaProbe: Probe = {
  name: 'standby',
  run: async ({ config, connection }) => {
    if (!config.readUrl) return msg('no DATABASE_READ_URL: the primary is read from')
    const wrong = connection && (await probeStandby(connection.db, config))
    if (wrong) throw new OperatorError(wrong)
    return msg('keeps up')
  },
}

const poolerProbe: Probe = {
  name: 'pooler',
  run: async ({ config, connection }) => {
    if (!config.databasePooler)
      return msg('no DATABASE_POOLER: DATABASE_URL leads to the database itself')
    const wrong = connection && (await probePooler(connection.db, config))
    if (wrong) throw new OperatorError(wrong)
    return msg('in transaction mode')
  },
}

const bucketProbe: Probe = {
  name: 'bucket',
  run: async ({ config }) => {
    if (!config.s3) return msg('no S3_URL: files are kept in the data directory')
    const wrong = await checkStorage(config)
    if (wrong) throw new OperatorError(wrong)
    return msg('a file was written, read and removed')
  },
}

const mailProbe: Probe = {
  name: 'mail',
  run: async ({ config: { smtpUrl, smtpRequireTls, dataDir } }) => {
    if (!smtpUrl)
      return say('no SMTP_URL: mail becomes files in {folder}', { folder: `${dataDir}/outbox` })
    const { smtpTransport } = await import('../../mail/transport.ts')
    const transport = smtpTransport(smtpUrl, smtpRequireTls)
    try {
      await transport.verify()
      const { host } = new URL(smtpUrl)
      return smtpRequireTls
        ? say('{host} takes mail, with TLS', { host })
        : say('{host} takes mail', { host })
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      const hints: Record<string, string> = {
        EAUTH: msg('it refuses the name or password of SMTP_URL'),
        ETLS: msg('it offers no TLS that works, which SMTP_TLS=required asks for'),
        EDNS: msg('its name is unknown'),
        ESOCKET: msg('no connection, or no TLS where smtps:// expects it'),
        ECONNECTION: msg('no connection'),
        ETIMEDOUT: msg(
          'it does not answer: is the port right, and does a firewall let it through?',
        ),
      }
      const hint = hints[code ?? '']
      const reason = hint === undefined ? message : nested(hint)
      throw new OperatorError(
        say(
          "The mail server {host} can't be used: {reason} ({code}). Check SMTP_URL and SMTP_TLS.",
          { host: new URL(smtpUrl).host, reason, code: code ?? '–' },
        ),
      )
    } finally {
      transport.close()
    }
  },
}

/** How far this machine's clock may be from the database's, in milliseconds; codes of an app bear 30 seconds. */
const maxApart = 5_000

const clockProbe: Probe = {
  name: 'clock',
  run: async ({ records }) => {
    if (!records) return nothing
    const before = Date.now()
    const clock = await readClock(records)
    const between = (before + Date.now()) / 2
    const apart = Math.round((clock?.now ?? between) - between)
    if (Math.abs(apart) > maxApart) {
      throw new OperatorError(
        say(
          "The database's clock is {seconds} seconds from this machine's: synchronise both (NTP), or codes of an app fail.",
          { seconds: Math.round(apart / 100) / 10 },
        ),
      )
    }
    const ahead = (clock?.last ?? 0) - between
    if (ahead > maxApart) {
      throw new OperatorError(
        say(
          'The last entry of the audit log is {seconds} seconds in the future: the clock was ahead then, or is behind now. Synchronise it (NTP).',
          { seconds: Math.round(ahead / 1000) },
        ),
      )
    }
    return say('{milliseconds} ms from the database’s', { milliseconds: Math.abs(apart) })
  },
}

/** All that is tried, in the order in which it is shown. */
export const probes: readonly Probe[] = [
  databaseProbe,
  replicaProbe,
  poolerProbe,
  keyProbe,
  storageProbe,
  bucketProbe,
  mailProbe,
  proxyProbe,
  clockProbe,
]
