import type { Db } from '../../db/connection/connection.ts'
import { continually } from '../../periodic.ts'
import { sealEntries } from './seals.store.ts'

const beatMs = 250

const maxEntries = 2_000

/** Seals entries into the hash chain in the background, so writers don't wait; several may run. */
export function startSealer(db: Db, onSealed: () => void, onError: (error: unknown) => void) {
  const work = async () => {
    const sealed = await sealEntries(db, maxEntries)
    if (sealed > 0) onSealed()
    return sealed === maxEntries
  }
  return continually(beatMs, work, onError)
}
