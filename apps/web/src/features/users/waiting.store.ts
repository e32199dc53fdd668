import type { User } from '@steward/contract/users/users'
import { create } from 'zustand'
import type { DeepPartial } from '../../api/read.ts'

/** The question before somebody who waits is let in or turned away. */
export interface WaitingQuestion {
  kind: 'approve' | 'decline'
  people: readonly DeepPartial<User>[]
  /** Called once it is decided. */
  after?: (() => void) | undefined
}

/** The question that stands: outside of the rows, which come and go. */
export const useWaitingQuestion = create<{ question: WaitingQuestion | null }>()(() => ({
  question: null,
}))

/** Asks, and decides. */
export const askWaiting = (question: WaitingQuestion): void =>
  useWaitingQuestion.setState({ question })

/** Takes the question away. */
export const dropWaiting = (): void => useWaitingQuestion.setState({ question: null })
