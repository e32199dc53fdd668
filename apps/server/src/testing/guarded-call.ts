import type { BodySent, ParamsOf, QuerySent } from '@steward/contract/calls/endpoints'
import type { EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { RecordTable } from '../db/schema/tables.ts'

/** The calls that not everybody may make. */
export type GuardedName = {
  [N in EndpointName]: (typeof routes)[N]['needs'] extends 'public' ? never : N
}[EndpointName]

/** Which record a call is about, as seen by who makes it: for people and roles also one's own. */
export type Which = 'own' | 'other' | 'deleted' | 'unknown'

/** What a call may be made with: the record that it is about, and what lets it through. */
export interface Setting {
  id: string
  /** An active role that permits nothing. */
  plainRole: string
  /** The permission that is tried; undefined where a session is enough. */
  need: Permission | undefined
}

interface Request<N extends EndpointName> {
  params?: ParamsOf<N>
  query?: QuerySent<N>
  body?: BodySent<N>
}

/** A valid request of a call, and how it is answered to who holds exactly its permission. */
export interface GuardedCall<N extends EndpointName> {
  request(setting: Setting): Request<N>
  /** The records that it can be about; left out for a call that is about none. */
  about?: RecordTable
  /** The status for each; a call about none has one alone. */
  answers: number | { [which in Which]?: number }
}
