import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { Session } from '../db/connection/session.ts'
import {
  applyMigrations,
  isDroppedTable,
  listMigrations,
  sinceBaseline,
} from '../db/migrations/migrate.ts'
import {
  readTables,
  resumeConstraints,
  setSequence,
  suspendConstraints,
} from '../db/tables/catalogue.ts'
import { beginCopying, copyIntoTable, copyTable } from '../db/tables/copy.ts'
import { OperatorError } from '../operator-error.ts'
import { keyFingerprint, readSecretKey, secretKeyFile } from '../secrets.ts'
import { entries, type Manifest } from './format.ts'
import type { RestoredFiles } from './restored-files.ts'
import { rowDigest } from './row-digest.ts'
import { tap } from './tap.ts'
import { clearDatabase, emptyTables } from './target.store.ts'
import { type BackupVisitor, type Contents, walkBackup } from './walk.ts'

export interface RestoreOptions {
  replace: boolean
  /** Whether all tables and files are read again and compared before the restore is committed. */
  verify: boolean
  uploads: boolean
  secretKey: boolean
  signal: AbortSignal
  onStep?: (words: string, share: number) => void
}

export interface Loaded extends Contents {
  /** The names of migrations that are newer than the backup and were applied to it. */
  applied: string[]
  /** Tables of the backup that are not Steward's; they are skipped. */
  foreignTables: string[]
  /** Whether this installation has the key of the backup, another one, or the backup had none. */
  key: 'same' | 'other' | 'none'
}

type KeyConfig = Pick<Config, 'dataDir' | 'secretKey'>

/** Loads a backup in the restore's transaction; throws an OperatorError where it is invalid. */
export async function loadBackup(
  { input, name }: { input: Readable; name: string },
  session: Session,
  config: KeyConfig,
  files: RestoredFiles,
  options: RestoreOptions,
): Promise<Loaded> {
  const { db } = session
  const { signal, onStep } = options
  const foreign = new Set<string>()
  let resume = async () => {}
  const { manifest, totals } = await walkBackup(input, name, async ({ migrations, tables }) => {
    const written = await knownMigrations(migrations, name)
    onStep?.('creating the schema', 0)
    // The rows need the schema of the version that wrote them, in an empty database.
    await clearDatabase(db, options.replace)
    await applyMigrations(db, written)
    const suspended = await suspendConstraints(db)
    resume = () =>
      resumeConstraints(db, suspended, (done, of) => {
        signal.throwIfAborted()
        onStep?.(`indexes and checks, ${done} of ${of}`, done / of)
      })
    await emptyTables(db)
    await beginCopying(db)
    const own = new Set((await readTables(db)).map((table) => table.name))
    for (const table of tables) if (!own.has(table.name)) foreign.add(table.name)
    return visitor(session, config, files, foreign, options)
  })
  await resume()
  for (const sequence of manifest.sequences) await setSequence(db, sequence)
  if (options.verify) {
    const own = manifest.tables.filter((table) => !foreign.has(table.name))
    await verifyTables(session, own, totals, options)
    await files.verify()
  }
  const applied = await applyMigrations(db, await listMigrations())
  for (const table of foreign) delete totals.tables[table]
  const key = await keyState(manifest, config, options)
  const foreignTables = [...foreign].filter((table) => !isDroppedTable(table))
  return { manifest, totals, applied, foreignTables, key }
}

/** The migrations of a backup by the names that they have now; throws an OperatorError where they are too old or new. */
async function knownMigrations(written: readonly string[], name: string): Promise<string[]> {
  const migrations = await sinceBaseline(written, name)
  const known = new Set(await listMigrations())
  const newer = migrations.find((each) => !known.has(each))
  if (!newer) return migrations
  throw new OperatorError(
    `${name} was written by a newer Steward (it has the migration ${newer}). Restore it with that version, or a newer one.`,
  )
}

function visitor(
  session: Session,
  config: KeyConfig,
  files: RestoredFiles,
  foreign: ReadonlySet<string>,
  { signal, onStep, uploads, secretKey }: RestoreOptions,
): BackupVisitor {
  const abortable = (bytes: AsyncIterable<Buffer>) => tap(bytes, () => signal.throwIfAborted())
  return {
    rows: async (table, bytes) => {
      onStep?.(table.name.replaceAll('_', ' '), 0)
      if (!foreign.has(table.name)) await copyIntoTable(session, table, abortable(bytes))
    },
    webConfig: (text) => files.addSingle(entries.webConfig, text),
    file: async (file) => {
      if (!uploads) return
      onStep?.(file.folder, 0)
      await files.add({ ...file, bytes: abortable(file.bytes) })
    },
    secretKey: async (text) => {
      const key = text.trim()
      if (!secretKey || config.secretKey === key) return
      if (!config.secretKey) return await files.addSingle(secretKeyFile, `${key}\n`)
      throw new OperatorError(
        `SECRET_KEY is not the key in the backup, so second factors would not work. Unset it, set it to that key (the entry ${entries.secretKey} of the file), or use --without-secret-key.`,
      )
    },
  }
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
      onStep?.(`comparing ${table.name.replaceAll('_', ' ')}`, 1)
    }
    const { rows, digest: read } = digest.result()
    const wanted = totals.tables[table.name]
    if (wanted?.rows !== rows || wanted.digest !== read)
      different.push(`${table.name} (${rows} rows, ${wanted?.rows} in the file)`)
  }
  if (different.length > 0) {
    throw new OperatorError(
      `The restored database differs from the file in ${different.join(', ')}. Nothing was changed.`,
    )
  }
}

async function keyState(
  { keyFingerprint: wanted, secretKey }: Manifest,
  config: KeyConfig,
  options: RestoreOptions,
): Promise<Loaded['key']> {
  if (wanted === null) return 'none'
  if (secretKey && options.secretKey) return 'same'
  const own = await readSecretKey(config)
  return own !== null && keyFingerprint(own) === wanted ? 'same' : 'other'
}
