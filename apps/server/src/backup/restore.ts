import type { Readable } from 'node:stream'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import pg from 'pg'
import type { Config } from '../config.ts'
import { convertSealsIn } from '../db/audit-chain/convert-seals.ts'
import { setCollation } from '../db/collation.ts'
import type { Connection } from '../db/connection/connection.ts'
import { isDistributed } from '../db/connection/distributed.ts'
import type { Session } from '../db/connection/session.ts'
import {
  readTables,
  resumeConstraints,
  setSequence,
  suspendConstraints,
} from '../db/copy-tables/catalogue.ts'
import { beginCopying, copyIntoTable, copyTable } from '../db/copy-tables/copy.ts'
import { rebuildCounters } from '../db/counts/verify.ts'
import { changeOneNodeAtATime } from '../db/distribution/citus.ts'
import { isDroppedTable, sinceBaseline } from '../db/migrations/applied.ts'
import { applyMigrations, lockSchema } from '../db/migrations/migrate.ts'
import { listMigrations, migrationsNamed, readMigrations } from '../db/migrations/migration-file.ts'
import { analyze } from '../db/statistics/analyze.ts'
import { eraseAgain } from '../modules/privacy/erase-again.ts'
import { OperatorError } from '../operator-error.ts'
import { keyFingerprint, readSecretKey, secretKeyFile } from '../secrets.ts'
import { openStorage } from '../storage/open-storage.ts'
import { tap } from './archive.ts'
import { entries, type Manifest } from './format.ts'
import { type RestoredFiles, stageFiles } from './restored-files.ts'
import { rowDigest } from './row-digest.ts'
import {
  adoptImports,
  allowIndexMemory,
  clearDatabase,
  emptyTables,
  holdsRecords,
  mustBeAlone,
  switchWebhooksOff,
} from './target.store.ts'
import { type Contents, walkBackup } from './walk.ts'

export interface RestoreOptions {
  replace: boolean
  /** Whether all tables and files are read again and compared before the restore is committed. */
  verify: boolean
  uploads: boolean
  secretKey: boolean
  signal: AbortSignal
  onStep?: (words: Said, share: number) => void
}

type KeyConfig = Pick<Config, 'dataDir' | 'secretKey'>
type LoadConfig = KeyConfig & Partial<Pick<Config, 'collation'>>
type RestoreConfig = LoadConfig & Pick<Config, 's3'>

export type Restored = Awaited<ReturnType<typeof restoreBackup>>

/** Whether the database holds records; throws an OperatorError where a server or command uses it. */
export const inspectTarget = (
  { withSession, engine }: Connection,
  config: Pick<Config, 'databasePooler'>,
): Promise<boolean> =>
  withSession(async ({ db }) => {
    if (engine === 'postgresql') await mustBeAlone(db, config)
    return await holdsRecords(db)
  })

/** Restores in one transaction; throws an OperatorError where the backup is damaged or too new. */
export async function restoreBackup(
  { withSession, engine, db }: Connection,
  config: RestoreConfig,
  file: { input: Readable; name: string },
  options: RestoreOptions,
) {
  const storage = await openStorage(config)
  const files = await stageFiles(config.dataDir, storage)
  const restore = () =>
    withSession((session) =>
      session.db.transaction().execute(async (tx) => {
        await lockSchema(tx, engine)
        if (isDistributed(tx)) await changeOneNodeAtATime(tx)
        if (!options.replace && (await holdsRecords(tx))) throw holdsAlready()
        // The embedded engine shares this process's memory and never frees it.
        if (engine === 'postgresql') await allowIndexMemory(tx)
        const loaded = await loadBackup(file, { ...session, db: tx }, config, files, options)
        await files.place()
        if (options.verify) await files.verify()
        if (options.uploads) await adoptImports(tx, await storage.id())
        return loaded
      }),
    )
  try {
    const loaded = await restore().catch((error) => {
      throw problemOf(error)
    })
    const setAside = await files.placeSingle()
    options.onStep?.(msg('statistics'), 1)
    const tables = await readTables(db)
    await analyze(
      db,
      tables.map((table) => table.name),
    )
    const erasedAgain = await eraseAgain({ db, storage, dataDir: config.dataDir })
    return { ...loaded, setAside, erasedAgain }
  } finally {
    await files.discard()
  }
}

const problemOf = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? new OperatorError(
        say("The backup can't be restored: {message}. Nothing was changed.", {
          message: error.message,
        }),
      )
    : error

export const holdsAlready = () =>
  new OperatorError(
    'The database already contains people or other records. Restore into an empty installation, or use --replace to delete what is there.',
  )

/** Loads a backup in the restore's transaction; throws an OperatorError where it is invalid. */
async function loadBackup(
  { input, name }: { input: Readable; name: string },
  session: Session,
  config: LoadConfig,
  files: RestoredFiles,
  options: RestoreOptions,
) {
  const { db } = session
  const { signal, onStep } = options
  const abortable = (bytes: AsyncIterable<Buffer>) => tap(bytes, () => signal.throwIfAborted())
  const foreign = new Set<string>()
  let resume = async () => {}
  const { manifest, totals } = await walkBackup(input, name, async (part) => {
    if (part.kind === 'manifest') {
      const { migrations, tables } = part.manifest
      const written = await knownMigrations(migrations, name)
      onStep?.(msg('creating the schema'), 0)
      // The rows need the schema of the version that wrote them, in an empty database.
      await clearDatabase(db, options.replace)
      await applyMigrations(db, await migrationsNamed(written))
      const suspended = await suspendConstraints(db)
      resume = () =>
        resumeConstraints(db, suspended, (done, of) => {
          signal.throwIfAborted()
          onStep?.(say('indexes and checks, {done} of {of}', { done, of }), done / of)
        })
      await emptyTables(db)
      await beginCopying(db)
      const own = new Set((await readTables(db)).map((table) => table.name))
      for (const table of tables) if (!own.has(table.name)) foreign.add(table.name)
    } else if (part.kind === 'rows') {
      const { table, bytes } = part
      onStep?.(table.name.replaceAll('_', ' '), 0)
      if (!foreign.has(table.name)) await copyIntoTable(session, table, abortable(bytes))
    } else if (part.kind === 'webConfig') {
      await files.addSingle(entries.webConfig, part.text)
    } else if (part.kind === 'secretKey') {
      if (options.secretKey) await addKey(part.text.trim(), config, files)
    } else if (options.uploads) {
      const { folder, name: file, bytes } = part
      onStep?.(folder, 0)
      await files.add(folder, file, abortable(bytes))
    }
  })
  await resume()
  for (const sequence of manifest.sequences) await setSequence(db, sequence)
  if (options.verify) {
    const own = manifest.tables.filter((table) => !foreign.has(table.name))
    await verifyTables(session, own, totals, options)
  }
  for (const table of foreign) delete totals.tables[table]
  const applied = await applyMigrations(db, await readMigrations())
  await convertSealsIn(db)
  await switchWebhooksOff(db)
  if (config.collation) await setCollation(db, config.collation)
  // An older backup has deltas in tables that are gone.
  await rebuildCounters(db)
  return {
    manifest,
    totals,
    /** The names of migrations that are newer than the backup and were applied to it. */
    applied,
    /** Tables of the backup that are not Steward's; they are skipped. */
    foreignTables: [...foreign].filter((table) => !isDroppedTable(table)),
    /** Whether this installation has the key of the backup, another one, or the backup had none. */
    key: await keyState(manifest, config, options),
  }
}

/** The migrations of a backup by the names that they have now; throws an OperatorError where they are too old or new. */
async function knownMigrations(written: readonly string[], name: string): Promise<string[]> {
  const migrations = await sinceBaseline(written, name)
  const known = new Set(await listMigrations())
  const newer = migrations.find((each) => !known.has(each))
  if (!newer) return migrations
  throw new OperatorError(
    say(
      '{name} was written by a newer Steward (it has the migration {newer}). Restore it with that version, or a newer one.',
      { name, newer },
    ),
  )
}

async function addKey(key: string, config: KeyConfig, files: RestoredFiles): Promise<void> {
  if (config.secretKey === key) return
  if (!config.secretKey) return await files.addSingle(secretKeyFile, `${key}\n`)
  throw new OperatorError(
    say(
      'SECRET_KEY is not the key in the backup, so second factors would not work. Unset it, set it to that key (the entry {secretKey} of the file), or use --without-secret-key.',
      { secretKey: entries.secretKey },
    ),
  )
}

/** Reads the restored tables again and compares them with the totals in the backup. */
async function verifyTables(
  session: Session,
  tables: Manifest['tables'],
  totals: Contents['totals'],
  { signal, onStep }: RestoreOptions,
): Promise<void> {
  const pages = new Map((await readTables(session.db)).map((each) => [each.name, each.pages]))
  const different: string[] = []
  for (const table of tables) {
    const digest = rowDigest()
    for await (const text of copyTable(session, table, pages.get(table.name) ?? 0)) {
      signal.throwIfAborted()
      digest.add(text)
      onStep?.(say('comparing {table}', { table: table.name.replaceAll('_', ' ') }), 1)
    }
    const { rows, digest: read } = digest.result()
    const wanted = totals.tables[table.name]
    if (wanted?.rows !== rows || wanted.digest !== read)
      different.push(`${table.name} (${rows} rows, ${wanted?.rows} in the file)`)
  }
  if (different.length > 0) {
    throw new OperatorError(
      say('The restored database differs from the file in {different}. Nothing was changed.', {
        different: different.join(', '),
      }),
    )
  }
}

async function keyState(
  { keyFingerprint: wanted, secretKey }: Manifest,
  config: KeyConfig,
  options: RestoreOptions,
): Promise<'same' | 'other' | 'none'> {
  if (wanted === null) return 'none'
  if (secretKey && options.secretKey) return 'same'
  const own = await readSecretKey(config)
  return own !== null && keyFingerprint(own) === wanted ? 'same' : 'other'
}
