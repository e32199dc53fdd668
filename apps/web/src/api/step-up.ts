import { create } from 'zustand'

/** The request that the person proves again who they are. */
interface Question {
  answered: Promise<boolean>
  /** Closes the request; `proved` is whether it succeeded. */
  answer: (proved: boolean) => void
}

/** The open question, outside of every page: all calls that need the answer wait for it. */
export const useStepUp = create<{ question: Question | null }>()(() => ({ question: null }))

/**
 * Step-up: asks the person to prove again who they are, for a call that the server refused with
 * `step_up_required`. Calls that meet it at the same time share one question.
 * @returns whether they have; false where they don't want to
 */
export function stepUp(): Promise<boolean> {
  const { question } = useStepUp.getState()
  if (question) return question.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (proved: boolean) => {
    useStepUp.setState({ question: null })
    resolve(proved)
  }
  useStepUp.setState({ question: { answered: promise, answer } })
  return promise
}

/** Takes the question away, without a word: the session is over. */
export const dropStepUp = (): void => useStepUp.getState().question?.answer(false)
