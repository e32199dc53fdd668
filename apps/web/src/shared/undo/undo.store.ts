import type { AuditEntry } from '@steward/contract/system/audit-log'
import { create } from 'zustand'
import type { Failure } from '../../api/failure.ts'

/** What is asked or said of an undo. */
export type UndoQuestion =
  /** One entry could not be taken back. */
  | { kind: 'refused'; entry: AuditEntry; failure: Failure }
  /** All of a batch; `words` say what it is, such as `one import`. */
  | { kind: 'batch'; batch: string; words: string }
  /** All that somebody did; `from` and `to` as a filter has them, a day or a time. */
  | { kind: 'span'; actor: string; from?: string | undefined; to?: string | undefined }

/** The question that stands: outside of lists and histories, whose entries come and go. */
export const useUndoQuestion = create<{ question: UndoQuestion | null }>()(() => ({
  question: null,
}))

/** Asks before an undo of several entries, or says what stands in the way of one. */
export const askUndo = (question: UndoQuestion): void => useUndoQuestion.setState({ question })

/** Takes the question away. */
export const dropUndo = (): void => useUndoQuestion.setState({ question: null })
