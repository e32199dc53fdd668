import type { Route } from '@steward/contract/calls/route'
import { t } from '@steward/i18n/reader'
import { create } from 'zustand'
import { Failure } from './failure.ts'
import type { Sent } from './query-text.ts'

/** A call to which a second person has to agree. */
export interface ConsentQuestion {
  route: Route
  sent: Sent
  failure: Failure
  /** Closes the question; `consent` is the id of one that was given, null where nobody waits for it here any more. */
  answer: (consent: string | null) => void
}

/** The open question, outside of every page. */
export const useConsentQuestion = create<{ question: ConsentQuestion | null }>()(() => ({
  question: null,
}))

/**
 * Asks for the consent of a second person to a call that the server refused with `consent_required`, and waits for it.
 * @returns the id of the consent
 * @throws Failure where the person doesn't wait for it
 */
export async function waitForConsent(route: Route, sent: Sent, failure: Failure): Promise<string> {
  if (useConsentQuestion.getState().question) throw failure
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const answer = (consent: string | null) => {
    useConsentQuestion.setState({ question: null })
    resolve(consent)
  }
  useConsentQuestion.setState({ question: { route, sent, failure, answer } })
  const consent = await promise
  if (consent !== null) return consent
  const { status, code } = failure
  throw new Failure({
    status,
    code,
    message: t('Nothing was changed: a second person has to agree first.'),
  })
}

/** Takes the question away: the session is over. */
export const dropConsentQuestion = (): void => useConsentQuestion.getState().question?.answer(null)
