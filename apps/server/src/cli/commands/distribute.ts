import { msg, t } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { mustBeAlone } from '../../backup/target.store.ts'
import { type Config, readConfig } from '../../config.ts'
import { type Connection, openConnection, reasonOf } from '../../db/connection/connection.ts'
import { readDistribution } from '../../db/connection/distributed.ts'
import { isLost } from '../../db/connection/failures.ts'
import { distributeTables, undistributeTables } from '../../db/distribution/distribute.ts'
import { migrateAsOwner } from '../../db/migrations/migrate-as-owner.ts'
import { forTerminal } from '../../environment-language.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand } from '../command.ts'

const tell = (line: Said) => process.stderr.write(`${forTerminal(line)}\n`)

export const distributeCommand = defineCommand({
  name: 'distribute',
  summary: msg('Distribute the large tables over the nodes of Citus, or bring them back'),
  synopsis: '[--undo]',
  details: [
    [['--undo', msg('bring all tables back to the coordinator')]],
    msg(
      'DATABASE_URL names the coordinator of a Citus cluster; docs/scaling.md says what it has to be like, and which tables are distributed. No server may run on it. Interrupted or failed, nothing is lost: run it again, and it goes on where it was. Servers that are started then know that the database is distributed.',
    ),
  ],
  options: { undo: { type: 'boolean', default: false } },
  run: async ({ undo }) => {
    const config = readConfig(process.env)
    if (!config.databaseUrl)
      throw new OperatorError('The database in the data directory is one file: set DATABASE_URL.')
    const databaseUrl = config.migrationUrl ?? config.databaseUrl
    const connection = await openConnection({ ...config, databaseUrl })
    try {
      if ((await readDistribution(connection.db)) === 'none') {
        if (undo) return t('Nothing is distributed.')
        await migrateAsOwner(connection, config, tell)
      }
      return await change(connection, config, undo)
    } finally {
      await connection.close()
    }
  },
})

async function change(connection: Connection, config: Config, undo: boolean): Promise<string> {
  try {
    return await connection.withSession(async ({ db }) => {
      const beginning = () => mustBeAlone(db, config)
      const done = undo
        ? await undistributeTables(db, beginning, tell)
        : await distributeTables(db, beginning, tell)
      if (undo)
        return t('Everything is on the coordinator again: {tables}.', { tables: done.join(', ') })
      return done.length > 0
        ? t('Distributed: {tables}.', { tables: done.join(', ') })
        : t('Everything is distributed already.')
    })
  } catch (error) {
    if (!isLost(error)) throw error
    throw new OperatorError(
      say(
        'The database or a node of it went away ({reason}). Nothing is lost: run this again when it is back.',
        { reason: reasonOf(error) },
      ),
    )
  }
}
