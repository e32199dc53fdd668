import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { say } from '@steward/i18n/sentence'
import type { Config } from '../config.ts'
import { type Connection, type Db, openConnection } from '../db/connection/connection.ts'
import { isDistributed } from '../db/connection/distributed.ts'
import type { Session } from '../db/connection/session.ts'
import { readSequences, readTables, type TableEntry } from '../db/copy-tables/catalogue.ts'
import { beginCopying, copyTable, lockForReading } from '../db/copy-tables/copy.ts'
import { copyOnline } from '../db/copy-tables/online-copy.ts'
import { shareSnapshot } from '../db/distribution/citus.ts'
import { DirectoryOpen } from '../db/embedded/engine.ts'
import { readApplied } from '../db/migrations/applied.ts'
import { OperatorError } from '../operator-error.ts'
import { keyFingerprint, readSecretKey } from '../secrets.ts'
import { openStorage } from '../storage/open-storage.ts'
import { type FileStorage, storedFolders } from '../storage/storage.ts'
import { type ArchiveWriter, ifMissing, writeArchive } from './archive.ts'
import {
  entries,
  formatVersion,
  isFileName,
  type Manifest,
  type Totals,
  tablesLeftOut,
} from './format.ts'
import { rowDigest } from './row-digest.ts'

const copyName = 'database.backup-copy'

/**
 * Opens the database for a long read: a snapshot of PostgreSQL, a copy of the embedded engine's files,
 * which has one session.
 * @throws {OperatorError} where it can't be opened or copied, or another backup has a copy open
 */
export async function openSnapshot(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  signal: AbortSignal,
): Promise<Connection> {
  const source = await openConnection(config, { share: true })
  if (source.engine === 'postgresql') return source
  const dataDir = join(config.dataDir, copyName)
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  const prepare = async (to: string) => {
    try {
      await rm(to, { recursive: true, force: true })
      await mkdir(to, { mode: 0o700 })
      await copyOnline(source.db, join(config.dataDir, 'database'), to, signal)
    } finally {
      // Close this process's engine first: two open engines would take twice the memory.
      await source.close()
    }
  }
  try {
    const copy = await openConnection({ dataDir, databaseUrl: undefined }, { prepare })
    return {
      ...copy,
      close: async () => {
        await copy.close()
        await remove()
      },
    }
  } catch (error) {
    if (error instanceof DirectoryOpen) {
      await source.close()
      throw new OperatorError(
        say('Another backup of {dataDir} is running. Wait until it has finished.', {
          dataDir: config.dataDir,
        }),
      )
    }
    await remove()
    throw error
  }
}

export interface BackupOptions {
  uploads: boolean
  secretKey: boolean
  signal: AbortSignal
  /** Called with the bytes of tables on the disk that are `done` out of `of`, and the rows so far. */
  onProgress?: (done: number, of: number, rows: number) => void
}

export type Backup = Awaited<ReturnType<typeof writeBackup>>

const pageBytes = 8192
/** The size in bytes after which an entry of rows ends; its last row may go beyond. */
const maxEntryBytes = 4_000_000

/** Writes a snapshot and ends `sink`; throws an OperatorError without Steward's tables. */
export async function writeBackup(
  connection: Connection,
  config: Pick<Config, 'dataDir' | 's3' | 'secretKey'>,
  sink: Writable,
  options: BackupOptions,
) {
  const createdAt = new Date()
  const archive = writeArchive(sink, createdAt)
  try {
    const key = await readSecretKey(config)
    const holdsKey = options.secretKey && key !== null
    const tables = await inSnapshot(connection, async (session, found) => {
      const manifest: Manifest = {
        format: 'steward-backup',
        version: formatVersion,
        createdAt: createdAt.toISOString(),
        engine: connection.engine,
        migrations: await readApplied(session.db),
        tables: found.map(({ name, columns }) => ({ name, columns })),
        sequences: await readSequences(session.db),
        uploads: options.uploads,
        secretKey: holdsKey,
        keyFingerprint: key === null ? null : keyFingerprint(key),
      }
      await archive.add(entries.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
      if (holdsKey) await archive.add(entries.secretKey, `${key}\n`)
      return await addTables(archive, session, found, options)
    })
    const webConfig = await readFile(join(config.dataDir, entries.webConfig)).catch(ifMissing(null))
    if (webConfig) await archive.add(entries.webConfig, webConfig)
    const files = options.uploads
      ? await addFiles(archive, await openStorage(config), options.signal)
      : 0
    const totals: Totals = { tables, files }
    await archive.add(entries.totals, `${JSON.stringify(totals, null, 2)}\n`)
    options.signal.throwIfAborted()
    /** `sum` is the SHA-256 of the file, in hexadecimal. */
    return { totals, holdsKey, sum: await archive.finish() }
  } catch (error) {
    await archive.abandon(error as Error)
    throw error
  }
}

/** Runs `work` within one snapshot, during which no table's columns change either. */
async function inSnapshot<R>(
  { withSession, db: others }: Connection,
  work: (session: Session, tables: TableEntry[]) => Promise<R>,
): Promise<R> {
  return await withSession(async ({ db, client }) => {
    if ((await readApplied(db)).length === 0) {
      throw new OperatorError(
        'There is nothing to back up: this database doesn’t belong to Steward.',
      )
    }
    const tables = await tablesOf(db)
    const snapshot = db.transaction().setIsolationLevel('repeatable read')
    return await snapshot.setAccessMode('read only').execute(async (tx) => {
      // Lock before the first query, since that begins the snapshot.
      const lock = () => lockForReading(tx, tables)
      await (isDistributed(tx) ? shareSnapshot(tx, others, lock) : lock())
      await beginCopying(tx)
      return await work({ db: tx, client }, await tablesOf(tx))
    })
  })
}

const tablesOf = async (db: Db): Promise<TableEntry[]> =>
  (await readTables(db)).filter(
    ({ name, columns }) => !tablesLeftOut.has(name) && columns.length > 0,
  )

async function addTables(
  archive: ArchiveWriter,
  session: Session,
  tables: readonly TableEntry[],
  { signal, onProgress }: BackupOptions,
): Promise<Totals['tables']> {
  const totals: Totals['tables'] = {}
  const all = tables.reduce((sum, { pages }) => sum + pages, 0)
  let [pagesBefore, rowsBefore] = [0, 0]
  for (const table of tables) {
    const digest = rowDigest()
    let [part, pages] = [0, 0]
    const onPages = (done: number) => {
      pages = done
    }
    for await (const text of copyTable(session, table, table.pages, onPages)) {
      signal.throwIfAborted()
      digest.add(text)
      for (const rows of cut(text)) {
        part += 1
        const name = `${entries.tables}${table.name}/${String(part).padStart(6, '0')}.copy`
        await archive.add(name, rows)
      }
      const done = (pagesBefore + pages) * pageBytes
      onProgress?.(done, all * pageBytes, rowsBefore + digest.result().rows)
    }
    const counted = digest.result()
    totals[table.name] = counted
    pagesBefore += table.pages
    rowsBefore += counted.rows
  }
  return totals
}

function* cut(text: Buffer): Generator<Buffer> {
  let at = 0
  while (text.length - at > maxEntryBytes) {
    const end = text.indexOf(10, at + maxEntryBytes) + 1
    if (end === 0) break
    yield text.subarray(at, end)
    at = end
  }
  if (at < text.length) yield text.subarray(at)
}

async function addFiles(archive: ArchiveWriter, storage: FileStorage, signal: AbortSignal) {
  let files = 0
  for (const folder of storedFolders) {
    for await (const found of storage.list(folder)) {
      for (const { name } of found) {
        signal.throwIfAborted()
        if (!isFileName(name) || name.endsWith('.part')) continue
        const stored = await storage.read(`${folder}/${name}`)
        if (!stored) continue
        await archive.addBytes(`${folder}/${name}`, stored.size, stored.bytes)
        files += 1
      }
    }
  }
  return files
}
