import { create } from 'zustand'
import type { RecordArea } from './record-area.ts'

/** The question whether a record shall be deleted for good. */
export interface PurgeQuestion {
  of: RecordArea<never>
  id: string
  /** The record in a few words. */
  name: string
  /** Called once it is deleted for good. */
  after: () => void
}

/** The question that stands: outside of the rows, which come and go. */
export const usePurge = create<{ question: PurgeQuestion | null }>()(() => ({ question: null }))

/** Asks whether a record shall be deleted for good, and does so. */
export const askPurge = <T>({ of, ...rest }: PurgeQuestion & { of: RecordArea<T> }): void =>
  usePurge.setState({ question: { of: of as RecordArea<never>, ...rest } })

/** Takes the question away. */
export const dropPurge = (): void => usePurge.setState({ question: null })
