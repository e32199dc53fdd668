import type { Db } from '../../db/connection/connection.ts'
import { continually } from '../../periodic.ts'
import { sealEntries } from './seals.store.ts'

/** Milliseconds between two looks for entries to seal. */
const beatMs = 250

/** Entries of one seal at the most. */
const maxEntries = 2_000

/**
 * Seals new entries into the hash chain, apart from the writers: a chain that each of them extended would let only one
 * write at a time. Several servers may run one each. @param onError told of the first failure in a row
 */
export function startSealer(
  db: Db,
  onSealed: () => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const work = async () => {
    const sealed = await sealEntries(db, maxEntries)
    if (sealed > 0) onSealed()
    return sealed === maxEntries
  }
  return continually(beatMs, work, onError)
}
