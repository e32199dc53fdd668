import type { Readable } from 'node:stream'
import { OperatorError } from '../operator-error.ts'
import { type ArchiveEntry, readArchive } from './archive-reader.ts'
import {
  entries,
  folders,
  isFileName,
  type Manifest,
  parseManifest,
  parseTotals,
  type Totals,
} from './format.ts'
import { type RowDigest, rowDigest } from './row-digest.ts'

/** Bytes of what is read as a whole: manifest and totals, the key, the settings of the web app. */
const most = { description: 16_000_000, key: 10_000, webConfig: 1_000_000 }

/** A file of a folder of the data directory. */
export interface BackupFile {
  folder: (typeof folders)[number]
  name: string
  bytes: AsyncIterable<Buffer>
}

/** Who does something with what a backup holds, in the order in which it is met. */
export interface BackupVisitor {
  secretKey?(key: string): Promise<void>
  webConfig?(text: string): Promise<void>
  /** Some rows of a table, as text of COPY. */
  rows?(table: Manifest['tables'][number], bytes: AsyncIterable<Buffer>): Promise<void>
  file?(file: BackupFile): Promise<void>
}

/**
 * Goes through a backup from its first byte to its last, and finds out whether it is whole.
 * @param begin is given the manifest, and decides what is done with the rest
 * @returns what was counted when it was written, which is what was met now
 * @throws {OperatorError} where it is cut short, damaged, of a newer format, or no backup
 */
export async function walkBackup(
  input: Readable,
  name: string,
  begin: (manifest: Manifest) => Promise<BackupVisitor>,
): Promise<Totals> {
  let walk: Walk | undefined
  for await (const entry of readArchive(input, name)) {
    if (walk) await walk.take(entry)
    else {
      if (entry.name !== entries.manifest)
        throw new OperatorError(`${name} is no backup of Steward.`)
      const manifest = parseManifest(await entry.whole(most.description))
      if ('problem' in manifest) throw new OperatorError(`${name} ${manifest.problem}.`)
      walk = new Walk(name, manifest, await begin(manifest))
    }
  }
  if (!walk) throw new OperatorError(`${name} is no backup of Steward.`)
  return walk.end()
}

/** What was met so far. */
class Walk {
  readonly #name: string
  readonly #tables: Map<string, { table: Manifest['tables'][number]; digest: RowDigest }>
  readonly #visitor: BackupVisitor
  #files = 0
  #totals: Totals | null = null

  constructor(name: string, manifest: Manifest, visitor: BackupVisitor) {
    this.#name = name
    this.#visitor = visitor
    this.#tables = new Map(
      manifest.tables.map((table) => [table.name, { table, digest: rowDigest() }]),
    )
  }

  async take(entry: ArchiveEntry): Promise<void> {
    if (entry.name === entries.secretKey) {
      await this.#visitor.secretKey?.(await entry.whole(most.key))
    } else if (entry.name === entries.webConfig) {
      await this.#visitor.webConfig?.(await entry.whole(most.webConfig))
    } else if (entry.name === entries.totals) {
      this.#totals = parseTotals(await entry.whole(most.description))
    } else if (entry.name.startsWith(entries.tables)) await this.#takeRows(entry)
    else await this.#takeFile(entry)
  }

  async #takeRows(entry: ArchiveEntry): Promise<void> {
    const [, name = ''] = entry.name.split('/')
    const found = this.#tables.get(name)
    if (!found) throw this.#unknown(entry)
    const { table, digest } = found
    const seen = async function* () {
      for await (const chunk of entry.bytes) {
        digest.add(chunk)
        yield chunk
      }
    }
    const rows = seen()
    await this.#visitor.rows?.(table, rows)
    for await (const _ of rows);
  }

  async #takeFile(entry: ArchiveEntry): Promise<void> {
    const folder = folders.find((each) => entry.name.startsWith(`${each}/`))
    const name = entry.name.slice((folder?.length ?? 0) + 1)
    // It becomes the name of a file: it may not lead out of the folder.
    if (!folder || !isFileName(name)) throw this.#unknown(entry)
    this.#files += 1
    await this.#visitor.file?.({ folder, name, bytes: entry.bytes })
  }

  /** @throws {OperatorError} where the totals are missing, or others than what was met */
  end(): Totals {
    const totals = this.#totals
    const same =
      totals?.files === this.#files &&
      Object.keys(totals.tables).length === this.#tables.size &&
      [...this.#tables].every(([name, { digest }]) => {
        const { rows, digest: met } = digest.result()
        return totals.tables[name]?.rows === rows && totals.tables[name]?.digest === met
      })
    if (totals && same) return totals
    throw new OperatorError(`${this.#name} was damaged or changed: its totals don't add up.`)
  }

  #unknown(entry: ArchiveEntry): OperatorError {
    return new OperatorError(
      `${this.#name} was damaged or changed: nothing is known of ${JSON.stringify(entry.name)}.`,
    )
  }
}
