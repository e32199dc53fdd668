import type { Readable } from 'node:stream'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Connection } from '../db/connection/connection.ts'
import { lockSchema } from '../db/migrations/migrate.ts'
import { analyze } from '../db/tables/analyze.ts'
import { readTables } from '../db/tables/catalogue.ts'
import { OperatorError } from '../operator-error.ts'
import { type Loaded, loadBackup, type RestoreOptions } from './load.ts'
import { stageFiles } from './restored-files.ts'
import { allowIndexMemory, countOthers, holdsRecords } from './target.store.ts'

export interface Restored extends Loaded {
  setAside: string[]
}

/** Whether the database holds records; throws an OperatorError where a server or command uses it. */
export const inspectTarget = ({ withSession, engine }: Connection): Promise<boolean> =>
  withSession(async ({ db }) => {
    const others = engine === 'postgresql' ? await countOthers(db) : 0
    if (others > 0) {
      throw new OperatorError(
        `Steward is running on this database (${others} connections). Stop every server and command first.`,
      )
    }
    return await holdsRecords(db)
  })

/** Restores in one transaction; throws an OperatorError where the backup is damaged or too new. */
export async function restoreBackup(
  { withSession, engine, db }: Connection,
  config: Pick<Config, 'dataDir' | 'secretKey'>,
  file: { input: Readable; name: string },
  options: RestoreOptions,
): Promise<Restored> {
  const files = await stageFiles(config.dataDir)
  const restore = () =>
    withSession((session) =>
      session.db.transaction().execute(async (tx) => {
        await lockSchema(tx, engine)
        if (!options.replace && (await holdsRecords(tx))) throw holdsAlready()
        // The embedded engine shares this process's memory and never frees it.
        if (engine === 'postgresql') await allowIndexMemory(tx)
        const loaded = await loadBackup(file, { ...session, db: tx }, config, files, options)
        await files.place()
        return loaded
      }),
    )
  try {
    const loaded = await restore().catch((error) => {
      throw problemOf(error)
    })
    const setAside = await files.placeSingle()
    options.onStep?.('statistics', 1)
    const tables = await readTables(db)
    await analyze(
      db,
      tables.map((table) => table.name),
    )
    return { ...loaded, setAside }
  } finally {
    await files.discard()
  }
}

const problemOf = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? new OperatorError(`The backup can't be restored: ${error.message}. Nothing was changed.`)
    : error

export const holdsAlready = () =>
  new OperatorError(
    'The database already contains people or other records. Restore into an empty installation, or use --replace to delete what is there.',
  )
