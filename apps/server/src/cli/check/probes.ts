import { statfs } from 'node:fs/promises'
import { readClock } from '../../db/connection/describe.ts'
import { probePooler, probeStandby } from '../../db/connection/probes.ts'
import { checkSecretKey } from '../../modules/second-factor/secret-keys.service.ts'
import { OperatorError } from '../../operator-error.ts'
import { checkStorage } from '../../storage/check-storage.ts'
import { databaseProbe } from './database.ts'
import type { Probe } from './probe.ts'
import { proxyProbe } from './proxy.ts'

const nothing = 'nothing to compare it with before the first start'

const keyProbe: Probe = {
  name: 'key',
  run: async ({ config, records }) => {
    if (!records) return nothing
    const secrets = await checkSecretKey(records, config)
    if (!secrets) return 'none yet; the first start makes it'
    return secrets.fingerprints.length > 1
      ? 'opens the secrets of the database; SECRET_KEY_PREVIOUS is set: run steward secrets rotate'
      : 'opens the secrets of the database'
  },
}

/** Below this, in bytes, a day's uploads may fill the disk. */
const leastFree = 500_000_000

const storageProbe: Probe = {
  name: 'storage',
  // That it can be written was found when the database was opened.
  run: async ({ config: { dataDir } }) => {
    const found = await statfs(dataDir).catch(() => null)
    if (!found) return `${dataDir} is not there yet; the first start makes it`
    const { bavail, bsize } = found
    const megabytes = Math.floor((bavail * bsize) / 1e6)
    if (bavail * bsize >= leastFree) return `${dataDir}, ${megabytes.toLocaleString('en')} MB free`
    throw new OperatorError(
      `Only ${megabytes} MB are free where ${dataDir} is: make room, or move it to a larger disk.`,
    )
  },
}

const replicaProbe: Probe = {
  name: 'standby',
  run: async ({ config, connection }) => {
    if (!config.readUrl) return 'no DATABASE_READ_URL: the primary is read from'
    const wrong = connection && (await probeStandby(connection.db, config))
    if (wrong) throw new OperatorError(wrong)
    return 'keeps up'
  },
}

const poolerProbe: Probe = {
  name: 'pooler',
  run: async ({ config, connection }) => {
    if (!config.databasePooler)
      return 'no DATABASE_POOLER: DATABASE_URL leads to the database itself'
    const wrong = connection && (await probePooler(connection.db, config))
    if (wrong) throw new OperatorError(wrong)
    return 'in transaction mode'
  },
}

const bucketProbe: Probe = {
  name: 'bucket',
  run: async ({ config }) => {
    if (!config.s3) return 'no S3_URL: files are kept in the data directory'
    const wrong = await checkStorage(config)
    if (wrong) throw new OperatorError(wrong)
    return 'a file was written, read and removed'
  },
}

const mailProbe: Probe = {
  name: 'mail',
  run: async ({ config: { smtpUrl, smtpRequireTls, dataDir } }) => {
    if (!smtpUrl) return `no SMTP_URL: mail becomes files in ${dataDir}/outbox`
    const { smtpTransport } = await import('../../mail/transport.ts')
    const transport = smtpTransport(smtpUrl, smtpRequireTls)
    try {
      await transport.verify()
      return `${new URL(smtpUrl).host} takes mail${smtpRequireTls ? ', with TLS' : ''}`
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      const hints: Record<string, string> = {
        EAUTH: 'it refuses the name or password of SMTP_URL',
        ETLS: 'it offers no TLS that works, which SMTP_TLS=required asks for',
        EDNS: 'its name is unknown',
        ESOCKET: 'no connection, or no TLS where smtps:// expects it',
        ECONNECTION: 'no connection',
        ETIMEDOUT: 'it does not answer: is the port right, and does a firewall let it through?',
      }
      const reason = hints[code ?? ''] ?? message
      throw new OperatorError(
        `The mail server ${new URL(smtpUrl).host} can't be used: ${reason} (${code ?? 'no code'}). Check SMTP_URL and SMTP_TLS.`,
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
        `The database's clock is ${(apart / 1000).toFixed(1)} seconds from this machine's: synchronise both (NTP), or codes of an app fail.`,
      )
    }
    const ahead = (clock?.last ?? 0) - between
    if (ahead > maxApart) {
      throw new OperatorError(
        `The last entry of the audit log is ${Math.round(ahead / 1000)} seconds in the future: the clock was ahead then, or is behind now. Synchronise it (NTP).`,
      )
    }
    return `${Math.abs(apart)} ms from the database's`
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
