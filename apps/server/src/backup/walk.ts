import type { Readable } from 'node:stream'
import { nested, say } from '@steward/i18n/sentence'
import { OperatorError } from '../operator-error.ts'
import { type StoredFolder, storedFolders } from '../storage/storage.ts'
import { readArchive, tap } from './archive.ts'
import {
  entries,
  isFileName,
  type Manifest,
  parseManifest,
  parseTotals,
  type Totals,
} from './format.ts'
import { rowDigest } from './row-digest.ts'

/** The greatest sizes in bytes of manifest and totals, the key, and the settings of the web app. */
const maxBytes = { description: 16_000_000, key: 10_000, webConfig: 1_000_000 }

type BackupPart =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'secretKey'; text: string }
  | { kind: 'webConfig'; text: string }
  /** Some rows of a table, as text of COPY. */
  | { kind: 'rows'; table: Manifest['tables'][number]; bytes: AsyncIterable<Buffer> }
  | { kind: 'file'; folder: StoredFolder; name: string; bytes: AsyncIterable<Buffer> }

export interface Contents {
  manifest: Manifest
  totals: Totals
}

/** Reads a backup by parts, the manifest first; throws an OperatorError where it is damaged or of a newer format. */
export async function walkBackup(
  input: Readable,
  name: string,
  take: (part: BackupPart) => Promise<void>,
): Promise<Contents> {
  const digests = new Map<string, ReturnType<typeof rowDigest>>()
  let manifest: Manifest | undefined
  let files = 0
  let totals: Totals | null = null
  for await (const entry of readArchive(input, name)) {
    const unknown = () =>
      new OperatorError(
        say('{name} was damaged or changed: nothing is known of {entry}.', {
          name,
          entry: JSON.stringify(entry.name),
        }),
      )
    if (!manifest) {
      if (entry.name !== entries.manifest) break
      const read = parseManifest(await entry.whole(maxBytes.description))
      if ('problem' in read)
        throw new OperatorError(say('{name} {problem}.', { name, problem: nested(read.problem) }))
      manifest = read
      for (const table of read.tables) digests.set(table.name, rowDigest())
      await take({ kind: 'manifest', manifest })
    } else if (entry.name === entries.secretKey) {
      await take({ kind: 'secretKey', text: await entry.whole(maxBytes.key) })
    } else if (entry.name === entries.webConfig) {
      await take({ kind: 'webConfig', text: await entry.whole(maxBytes.webConfig) })
    } else if (entry.name === entries.totals) {
      totals = parseTotals(await entry.whole(maxBytes.description))
    } else if (entry.name.startsWith(entries.tables)) {
      const [, tableName] = entry.name.split('/')
      const table = manifest.tables.find((each) => each.name === tableName)
      const digest = table && digests.get(table.name)
      if (!digest) throw unknown()
      const bytes = tap(entry.bytes, digest.add)
      await take({ kind: 'rows', table, bytes })
      for await (const _ of bytes);
    } else {
      const folder = storedFolders.find((each) => entry.name.startsWith(`${each}/`))
      const file = entry.name.slice((folder?.length ?? 0) + 1)
      // The entry becomes a file name, which must not lead out of the folder.
      if (!folder || !isFileName(file)) throw unknown()
      files += 1
      await take({ kind: 'file', folder, name: file, bytes: entry.bytes })
    }
  }
  if (!manifest) throw new OperatorError(say('{name} is no backup of Steward.', { name }))
  const isSame =
    totals?.files === files &&
    Object.keys(totals.tables).length === digests.size &&
    [...digests].every(([table, digest]) => {
      const { rows, digest: read } = digest.result()
      const written = totals?.tables[table]
      return written?.rows === rows && written.digest === read
    })
  if (totals && isSame) return { manifest, totals }
  throw new OperatorError(say("{name} was damaged or changed: its totals don't add up.", { name }))
}

/** Reads a backup to its end without restoring it; throws as {@link walkBackup}. */
export const checkBackup = (input: Readable, name: string, onStep: () => void = () => {}) =>
  walkBackup(input, name, async () => onStep())
