import type { AuditArea } from '@steward/contract/system/audit-log.routes'
import { create } from 'zustand'
import type { Gathered } from './pending-changes.ts'

/** A record, as changes name it. */
export interface RecordAt {
  area: AuditArea
  record: string
}

/** Whether this tab has received changes, which means that the server supports presence as well. */
export const useLive = create<{ begun: boolean }>()(() => ({ begun: false }))

interface Told {
  others: Gathered
  presence: RecordAt
}

const told = new EventTarget()

/** Adds a listener of an event; returns a function that removes it. */
export function onTold<K extends keyof Told>(
  what: K,
  listener: (told: Told[K]) => void,
): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Told[K]>).detail)
  told.addEventListener(what, hear)
  return () => told.removeEventListener(what, hear)
}

export const tellAll = <K extends keyof Told>(what: K, detail: Told[K]): boolean =>
  told.dispatchEvent(new CustomEvent(what, { detail }))
