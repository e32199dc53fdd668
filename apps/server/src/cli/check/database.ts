import { msg } from '@steward/i18n/reader'
import { nested, onLines, type Said, say } from '@steward/i18n/sentence'
import { openConnection } from '../../db/connection/connection.ts'
import { describeDatabase, encodingProblem } from '../../db/connection/describe.ts'
import { readNewer } from '../../db/migrations/applied.ts'
import { listMigrations } from '../../db/migrations/migration-file.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Probe } from './probe.ts'

const oldestVersion = 15

export const databaseProbe: Probe = {
  name: 'database',
  run: async ({ config, connection }) => {
    if (!connection) return msg('none yet; the first start makes it')
    const found = await describeDatabase(connection.db)
    const wrong: Said[] = []
    if (found.version < oldestVersion)
      wrong.push(
        say('It is PostgreSQL {version}: Steward needs {oldest} or newer.', {
          version: String(found.version),
          oldest: String(oldestVersion),
        }),
      )
    const badEncoding = encodingProblem(found.encoding)
    if (badEncoding) wrong.push(badEncoding)
    if (found.standby)
      wrong.push(msg('It is a standby that only reads: let DATABASE_URL name the primary.'))
    const canMigrate = config.migrationUrl
      ? await mayCreate(config.migrationUrl, config.dataDir)
      : found.mayCreate
    const setting = config.migrationUrl ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL'
    if (!canMigrate)
      wrong.push(
        say('The role of {setting} may not make tables: grant it create on database and schema.', {
          setting,
        }),
      )
    const known = await listMigrations()
    const missing = known.filter((name) => !found.applied.includes(name))
    if (found.applied.length > 0)
      await readNewer(connection.db, known).catch((error) => {
        if (!(error instanceof OperatorError)) throw error
        wrong.push(error.said)
      })
    if (wrong.length > 0) throw new OperatorError(onLines(wrong))
    const schema =
      missing.length > 0
        ? say(
            '{count, plural, one {# migration waits} other {# migrations wait}} for the next start',
            { count: missing.length },
          )
        : nested(msg('schema up to date'))
    const { encoding } = found
    const version = `PostgreSQL ${found.version}`
    return connection.engine === 'embedded'
      ? say('{version}, embedded, {encoding}, {schema}', { version, encoding, schema })
      : say('{version}, {encoding}, {schema}', { version, encoding, schema })
  },
}

async function mayCreate(databaseUrl: string, dataDir: string): Promise<boolean> {
  const owner = await openConnection({ databaseUrl, dataDir })
  try {
    return (await describeDatabase(owner.db)).mayCreate
  } finally {
    await owner.close()
  }
}
