import type { EndpointName } from '@steward/contract/calls/routes'
import type { Session } from './session.ts'

/** A call as its schemas have checked it; files aren't among it. */
export interface CheckedCall {
  call: EndpointName
  params: unknown
  query: unknown
  body: unknown
}

/**
 * Does the work of a call that changes something, where a rule may ask for the consent of a second person.
 * @param consent the id of the header `Consent`, null where there is none
 */
export type Guarding = <R>(
  asked: CheckedCall,
  session: Session,
  consent: string | null,
  work: () => Promise<R>,
) => Promise<R>
