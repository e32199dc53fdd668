import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../db/connection.ts'
import { sealEntries } from './seals.store.ts'

/** Milliseconds between two looks for entries to seal. */
const beatMs = 250

/** Entries of one seal at the most. */
const mostEntries = 2_000

/**
 * Seals new entries of the audit log into its hash chain, a few times a second, apart from the writers: a chain
 * that each of them extended would let only one write at a time. Several servers may run one each.
 * @param onSealed told where it has sealed something
 * @param onError told of the first failure in a row
 */
export function startSealer(
  db: Db,
  onSealed: () => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    let failed = false
    while (!signal.aborted) {
      let sealed = 0
      try {
        sealed = await sealEntries(db, mostEntries)
        failed = false
        if (sealed > 0) onSealed()
      } catch (error) {
        if (!failed) onError(error)
        failed = true
      }
      if (sealed === mostEntries) continue
      await wait(failed ? beatMs * 10 : beatMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
