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
import { rowDigest } from './row-digest.ts'
import { tap } from './tap.ts'

/** The greatest sizes in bytes of manifest and totals, the key, and the settings of the web app. */
const maxBytes = { description: 16_000_000, key: 10_000, webConfig: 1_000_000 }

export interface BackupFile {
  folder: (typeof folders)[number]
  name: string
  bytes: AsyncIterable<Buffer>
}

export interface BackupVisitor {
  secretKey?(key: string): Promise<void>
  webConfig?(text: string): Promise<void>
  /** Gets some rows of a table, as text of COPY. */
  rows?(table: Manifest['tables'][number], bytes: AsyncIterable<Buffer>): Promise<void>
  file?(file: BackupFile): Promise<void>
}

export interface Contents {
  manifest: Manifest
  totals: Totals
}

/** Reads a backup by entry; throws an OperatorError where it is damaged or of a newer format. */
export async function walkBackup(
  input: Readable,
  name: string,
  begin: (manifest: Manifest) => Promise<BackupVisitor>,
): Promise<Contents> {
  let walk: ReturnType<typeof walkFrom> | undefined
  for await (const entry of readArchive(input, name)) {
    if (walk) {
      await walk.take(entry)
      continue
    }
    if (entry.name !== entries.manifest) break
    const manifest = parseManifest(await entry.whole(maxBytes.description))
    if ('problem' in manifest) throw new OperatorError(`${name} ${manifest.problem}.`)
    walk = walkFrom(name, manifest, await begin(manifest))
  }
  if (!walk) throw new OperatorError(`${name} is no backup of Steward.`)
  return walk.end()
}

/** Reads a backup to its end without restoring it; throws as {@link walkBackup}. */
export const checkBackup = (
  input: Readable,
  name: string,
  onStep: () => void = () => {},
): Promise<Contents> =>
  walkBackup(input, name, async () => ({ rows: async () => onStep(), file: async () => onStep() }))

function walkFrom(name: string, manifest: Manifest, visitor: BackupVisitor) {
  const tables = new Map(
    manifest.tables.map((table) => [table.name, { table, digest: rowDigest() }]),
  )
  let files = 0
  let totals: Totals | null = null
  const unknown = (entry: ArchiveEntry) =>
    new OperatorError(
      `${name} was damaged or changed: nothing is known of ${JSON.stringify(entry.name)}.`,
    )

  const takeRows = async (entry: ArchiveEntry): Promise<void> => {
    const found = tables.get(entry.name.split('/')[1] ?? '')
    if (!found) throw unknown(entry)
    const rows = tap(entry.bytes, found.digest.add)
    await visitor.rows?.(found.table, rows)
    for await (const _ of rows);
  }
  const takeFile = async (entry: ArchiveEntry): Promise<void> => {
    const folder = folders.find((each) => entry.name.startsWith(`${each}/`))
    const file = entry.name.slice((folder?.length ?? 0) + 1)
    // The entry becomes a file name, which must not lead out of the folder.
    if (!folder || !isFileName(file)) throw unknown(entry)
    files += 1
    await visitor.file?.({ folder, name: file, bytes: entry.bytes })
  }
  return {
    take: async (entry: ArchiveEntry): Promise<void> => {
      if (entry.name === entries.secretKey) {
        await visitor.secretKey?.(await entry.whole(maxBytes.key))
      } else if (entry.name === entries.webConfig) {
        await visitor.webConfig?.(await entry.whole(maxBytes.webConfig))
      } else if (entry.name === entries.totals) {
        totals = parseTotals(await entry.whole(maxBytes.description))
      } else if (entry.name.startsWith(entries.tables)) await takeRows(entry)
      else await takeFile(entry)
    },
    /** Returns the contents; throws an OperatorError where totals are missing or differ. */
    end: (): Contents => {
      const isSame =
        totals?.files === files &&
        Object.keys(totals.tables).length === tables.size &&
        [...tables].every(([table, { digest }]) => {
          const { rows, digest: read } = digest.result()
          const written = totals?.tables[table]
          return written?.rows === rows && written.digest === read
        })
      if (totals && isSame) return { manifest, totals }
      throw new OperatorError(`${name} was damaged or changed: its totals don't add up.`)
    },
  }
}
