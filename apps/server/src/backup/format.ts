import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { z } from 'zod'
import { recordTables } from '../db/schema/tables.ts'

/** The entries of a backup, a tar file compressed with gzip, in their order (docs/backup-format.md). */
export const entries = {
  manifest: 'manifest.json',
  secretKey: 'secret.key',
  webConfig: 'config.json',
  tables: 'tables/',
  totals: 'totals.json',
  sums: 'SHA256SUMS',
} as const

/** Whether a text is a plain file name, without slashes, control characters or a leading dot. */
export const isFileName = (name: string): boolean => /^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u.test(name)

/** The format that this version writes, and the newest that it reads. */
export const formatVersion = 1

/** Tables left out of backups, so that ended sessions and access aren't valid again. */
export const tablesLeftOut: ReadonlySet<string> = new Set([
  'sessions',
  'exports',
  'passkey_challenges',
  'sign_in_codes',
  'presence',
  // Snapshots of time travel are prepared again when they are needed.
  'snapshots',
  'snapshot_changes',
  'snapshot_counts',
  ...recordTables.map((table) => `snapshot_${table}`),
])

const sequence = z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })

const manifest = z.object({
  format: z.literal('steward-backup'),
  version: z.literal(formatVersion),
  createdAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'postgresql']),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(sequence),
  uploads: z.boolean(),
  secretKey: z.boolean(),
  /** Identifies the key without revealing anything of it; null where there was no key. */
  keyFingerprint: z.string().nullable(),
})

export type Manifest = z.infer<typeof manifest>

const totals = z.object({
  /** The number of rows and their digest in hexadecimal, by the table's name. */
  tables: z.record(z.string(), z.object({ rows: z.int(), digest: z.string() })),
  files: z.int(),
})

export type Totals = z.infer<typeof totals>

export function parseManifest(text: string): Manifest | { problem: Said } {
  const read = parseJson(text)
  const head = z.object({ format: z.literal('steward-backup'), version: z.int() }).safeParse(read)
  if (!head.success) return { problem: msg('is no backup of Steward') }
  if (head.data.version > formatVersion) {
    return {
      problem: say('was written by a newer Steward (format {version})', {
        version: String(head.data.version),
      }),
    }
  }
  return manifest.safeParse(read).data ?? { problem: msg('has a manifest that is damaged') }
}

export const parseTotals = (text: string): Totals | null =>
  totals.safeParse(parseJson(text)).data ?? null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
