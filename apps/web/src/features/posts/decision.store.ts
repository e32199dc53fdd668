import { create } from 'zustand'
import type { DecidedPost } from './decisions.ts'

/** The question what becomes of some posts, outside of the rows, which come and go. */
export interface DecisionQuestion {
  posts: readonly DecidedPost[]
  /** The posts in a few words. */
  name: string
  /** Whether they are deleted already, so that only the rest can be decided. */
  isDeleted: boolean
  /** Called once it is decided. */
  after?: () => void
}

/** The question that stands. */
export const useDecision = create<{ question: DecisionQuestion | null }>()(() => ({
  question: null,
}))

/** Asks what becomes of some posts. */
export const askDecision = (question: DecisionQuestion): void => useDecision.setState({ question })

/** Takes the question away. */
export const dropDecision = (): void => useDecision.setState({ question: null })
