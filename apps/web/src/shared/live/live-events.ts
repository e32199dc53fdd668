import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import { create } from 'zustand'
import type { Gathered } from './pending-changes.ts'

/** A record, as changes name it. */
export interface RecordAt {
  area: AuditArea
  record: string
}

interface Live {
  /** Whether this tab has received changes, which means that the server supports presence as well. */
  begun: boolean
  /** What others have changed last. */
  others?: Gathered
  /** The record that a person has opened or left last. */
  presence?: RecordAt
}

export const useLive = create<Live>()(() => ({ begun: false }))
