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
    if (!connection) return 'none yet; the first start makes it'
    const found = await describeDatabase(connection.db)
    const wrong: string[] = []
    if (found.version < oldestVersion)
      wrong.push(`It is PostgreSQL ${found.version}: Steward needs ${oldestVersion} or newer.`)
    const encoding = encodingProblem(found.encoding)
    if (encoding) wrong.push(encoding)
    if (found.standby)
      wrong.push('It is a standby that only reads: let DATABASE_URL name the primary.')
    const canMigrate = config.migrationUrl
      ? await mayCreate(config.migrationUrl, config.dataDir)
      : found.mayCreate
    const setting = config.migrationUrl ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL'
    if (!canMigrate)
      wrong.push(
        `The role of ${setting} may not make tables: grant it create on database and schema.`,
      )
    const known = await listMigrations()
    const missing = known.filter((name) => !found.applied.includes(name))
    if (found.applied.length > 0)
      await readNewer(connection.db, known).catch((error) => {
        if (!(error instanceof OperatorError)) throw error
        wrong.push(error.message)
      })
    if (wrong.length > 0) throw new OperatorError(wrong.join('\n'))
    const schema =
      missing.length > 0
        ? `${missing.length} migrations wait for the next start`
        : 'schema up to date'
    return `PostgreSQL ${found.version}${connection.engine === 'embedded' ? ', embedded' : ''}, ${found.encoding}, ${schema}`
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
