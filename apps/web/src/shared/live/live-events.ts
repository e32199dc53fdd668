import type { AuditArea } from '@steward/contract/system/audit-log.routes'
import { create } from 'zustand'
import type { Gathered } from './pending-changes.ts'

/** A record, as changes name it. */
export interface RecordAt {
  area: AuditArea
  record: string
}

/** Whether this tab has heard of changes by itself: then the server knows of presence too. */
export const useLive = create<{ begun: boolean }>()(() => ({ begun: false }))

/** What is told of single records, to whoever shows one. */
interface Told {
  /** Changes that others made. */
  others: Gathered
  presence: RecordAt
}

const listeners: { [K in keyof Told]: Set<(told: Told[K]) => void> } = {
  others: new Set(),
  presence: new Set(),
}

/** Hears what is told. @returns hears it no more */
export function onTold<K extends keyof Told>(
  what: K,
  listener: (told: Told[K]) => void,
): () => void {
  listeners[what].add(listener)
  return () => listeners[what].delete(listener)
}

/** Tells whoever listens. */
export function tellAll<K extends keyof Told>(what: K, told: Told[K]): void {
  for (const listener of [...listeners[what]]) listener(told)
}
