import type { AreaName } from '@steward/contract/areas/areas'
import { recordIn } from '../../api/record-in.ts'

/** What came of saving a record. */
export interface Saved {
  message: string
  /** Holds the record, or nothing; see {@link recordIn}. */
  data?: unknown
  /** The fields that a further call should have saved, and what it failed with. */
  left?: { names: readonly string[]; failure: unknown } | undefined
}

/**
 * A record as it is after it was saved: as the answer tells it, else loaded anew.
 * @param base the record as it was; null for a new one
 * @returns null where the server told nothing of it
 */
export async function savedRecord<R extends object>(
  saved: Saved,
  sent: object,
  base: R | null,
  options: {
    area: AreaName
    fields: Readonly<Record<string, { secret?: boolean }>>
    part?: { name: string }
    reload?: (base: R) => Promise<R | null>
  },
): Promise<R | null> {
  const told = recordIn<R>(options.area, saved)
  const toldAll = Object.entries(sent).every(
    ([name, value]) =>
      (told && name in told) || value instanceof Blob || options.fields[name]?.secret,
  )
  if (base === null || (told && toldAll)) return told
  const anew = (await options.reload?.(base).catch(() => null)) ?? null
  if (told === null && anew === null) return null
  // What the server told before, and no longer does, is as it was sent.
  const isTold = (name: string) => name === options.part?.name && name in base
  const part = Object.entries(sent).filter(([name]) => isTold(name))
  return { ...base, ...Object.fromEntries(part), ...told, ...anew }
}
