import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import {
  readTables,
  resumeConstraints,
  type Suspended,
  setSequence,
  suspendConstraints,
} from '../db/catalogue.ts'
import { beginCopying, copyIntoTable, copyTable } from '../db/copy.ts'
import { applyMigrations, listMigrations } from '../db/migrate.ts'
import type { Session } from '../db/session.ts'
import { OperatorError } from '../operator-error.ts'
import { keyFingerprint, readSecretKey, secretKeyFile } from '../secrets.ts'
import { entries, type Manifest, type Totals } from './format.ts'
import type { RestoredFiles } from './restored-files.ts'
import { rowDigest } from './row-digest.ts'
import { clearDatabase, emptyTables } from './target.store.ts'
import { type BackupVisitor, walkBackup } from './walk.ts'

/** What is restored, over what, and who is told how far it is. */
export interface RestoreOptions {
  /** Whether records that are there are thrown away. */
  replace: boolean
  /** Whether everything is read again and compared before it counts. */
  verify: boolean
  uploads: boolean
  secretKey: boolean
  signal: AbortSignal
  /** @param share how much of the work behind the file is through, from 0 to 1 */
  onStep?: (words: string, share: number) => void
}

/** What a restore has done. */
export interface Restored {
  manifest: Manifest
  totals: Totals
  /** Migrations that are newer than the backup. */
  applied: string[]
  /** Tables of the backup that Steward does not make; they are passed over. */
  foreignTables: string[]
  /** The key of this installation: the backup's, another one than it was encrypted with, or there was none. */
  key: 'same' | 'other' | 'none'
  /** Files that were in the way, by their new names. */
  setAside: string[]
}

/** A restore within its transaction. */
export class Restoring {
  readonly #session: Session
  readonly #config: Pick<Config, 'dataDir' | 'secretKey'>
  readonly #files: RestoredFiles
  readonly #options: RestoreOptions
  readonly #foreign = new Set<string>()
  #suspended: Suspended = { triggers: [], foreignKeys: [], indexes: [] }

  constructor(
    session: Session,
    config: Pick<Config, 'dataDir' | 'secretKey'>,
    files: RestoredFiles,
    options: RestoreOptions,
  ) {
    this.#session = session
    this.#config = config
    this.#files = files
    this.#options = options
  }

  /**
   * Reads the backup to its end, and loads the database from it.
   * @returns what was done; the files still wait
   * @throws {OperatorError} where the file or what came of it is not as it should be
   */
  async run(input: Readable, name: string): Promise<Omit<Restored, 'setAside'>> {
    const { db } = this.#session
    const found: { manifest?: Manifest } = {}
    const totals = await walkBackup(input, name, async (manifest) => {
      found.manifest = manifest
      await this.#makeSchema(manifest, name)
      return this.#visitor()
    })
    const { manifest } = found
    if (!manifest) throw new Error('a backup without a manifest was read')
    await this.#finishSchema(manifest)
    if (this.#options.verify) await this.#verify(manifest, totals)
    const applied = await applyMigrations(db, await listMigrations())
    const foreignTables = [...this.#foreign]
    for (const table of foreignTables) delete totals.tables[table]
    return { manifest, totals, applied, foreignTables, key: await this.#keyState(manifest) }
  }

  /** The very schema that the rows were written by, with nothing in it. */
  async #makeSchema({ migrations, tables }: Manifest, name: string): Promise<void> {
    const { db } = this.#session
    const known = new Set(await listMigrations())
    const newer = migrations.find((each) => !known.has(each))
    if (newer) {
      throw new OperatorError(
        `${name} was written by a newer Steward (it has the migration ${newer}). Restore it with that version, or a newer one.`,
      )
    }
    this.#options.onStep?.('creating the schema', 0)
    await clearDatabase(db, this.#options.replace)
    await applyMigrations(db, migrations)
    this.#suspended = await suspendConstraints(db)
    await emptyTables(db)
    await beginCopying(db)
    const own = new Set((await readTables(db)).map((table) => table.name))
    for (const table of tables) if (!own.has(table.name)) this.#foreign.add(table.name)
  }

  #visitor(): BackupVisitor {
    const { signal, onStep, uploads, secretKey } = this.#options
    const counted = async function* (bytes: AsyncIterable<Buffer>) {
      for await (const chunk of bytes) {
        signal.throwIfAborted()
        yield chunk
      }
    }
    return {
      rows: async (table, bytes) => {
        onStep?.(table.name.replaceAll('_', ' '), 0)
        if (this.#foreign.has(table.name)) return
        await copyIntoTable(this.#session, table, counted(bytes))
      },
      webConfig: (text) => this.#files.addSingle(entries.webConfig, text),
      ...(uploads
        ? {
            file: async (file) => {
              onStep?.(file.folder, 0)
              await this.#files.add({ ...file, bytes: counted(file.bytes) })
            },
          }
        : {}),
      ...(secretKey ? { secretKey: (text) => this.#takeKey(text.trim()) } : {}),
    }
  }

  async #takeKey(key: string): Promise<void> {
    if (!this.#config.secretKey) return await this.#files.addSingle(secretKeyFile, `${key}\n`)
    if (this.#config.secretKey === key) return
    throw new OperatorError(
      `SECRET_KEY is not the key in the backup, so second factors would not work. Unset it, set it to that key (the entry ${entries.secretKey} of the file), or use --without-secret-key.`,
    )
  }

  async #finishSchema({ sequences }: Manifest): Promise<void> {
    const { db } = this.#session
    const { signal, onStep } = this.#options
    await resumeConstraints(db, this.#suspended, (done, of) => {
      signal.throwIfAborted()
      onStep?.(`indexes and checks, ${done} of ${of}`, done / of)
    })
    for (const sequence of sequences) await setSequence(db, sequence)
  }

  /** Reads everything again, and compares it with the file. */
  async #verify({ tables }: Manifest, totals: Totals): Promise<void> {
    const { signal, onStep } = this.#options
    const pages = new Map(
      (await readTables(this.#session.db)).map((each) => [each.name, each.pages]),
    )
    const different: string[] = []
    for (const table of tables) {
      if (this.#foreign.has(table.name)) continue
      const digest = rowDigest()
      for await (const text of copyTable(this.#session, table, pages.get(table.name) ?? 0)) {
        signal.throwIfAborted()
        digest.add(text)
        onStep?.(`comparing ${table.name.replaceAll('_', ' ')}`, 1)
      }
      const { rows, digest: met } = digest.result()
      const wanted = totals.tables[table.name]
      if (wanted?.rows === rows && wanted.digest === met) continue
      different.push(`${table.name} (${rows} rows, ${wanted?.rows} in the file)`)
    }
    if (different.length > 0) {
      throw new OperatorError(
        `The restored database differs from the file in ${different.join(', ')}. Nothing was changed.`,
      )
    }
    await this.#files.verify()
  }

  async #keyState({ keyFingerprint: wanted, secretKey }: Manifest): Promise<Restored['key']> {
    if (wanted === null) return 'none'
    if (secretKey && this.#options.secretKey) return 'same'
    const own = await readSecretKey(this.#config)
    return own !== null && keyFingerprint(own) === wanted ? 'same' : 'other'
  }
}
