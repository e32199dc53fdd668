/** All failure codes, with their HTTP statuses. Clients decide by code, never by message. */
export const failureStatus = {
  malformed: 400,
  // The link was used, has expired, or never existed.
  dead_link: 400,
  no_session: 401,
  wrong_credentials: 401,
  // The password was right; `data` has the methods, an entry says what was wrong with the factor sent.
  second_factor_required: 401,
  not_permitted: 403,
  account_not_ready: 403,
  // Until the second factor is set up, only the own profile and the sign-out work.
  second_factor_missing: 403,
  // The sign-in is more than 10 minutes ago; the call works after POST admin/profile/step-up.
  step_up_required: 403,
  // A second person has to agree; `data` says by which rules and what to ask for. Then the call works with `Consent`.
  consent_required: 403,
  not_found: 404,
  no_such_call: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  out_of_date: 409,
  taken: 409,
  unsafe: 409,
  // The idempotency key was used for another request.
  key_reused: 409,
  // The first request with this key is still under way; `Retry-After` says when to try again.
  in_progress: 409,
  // The write was made, but its answer was lost or too long to be kept.
  already_done: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many: 429,
  headers_too_large: 431,
  internal: 500,
  not_ready: 503,
} as const

export type FailureCode = keyof typeof failureStatus

/** A value of a message: text as it is, a number, a list of texts, or a message that is translated, too. */
export type MessageValue =
  | string
  | number
  | readonly string[]
  | { template: string; params: Readonly<Record<string, MessageValue>> }

/**
 * What a client makes a translation of an English message from: the message's text in ICU MessageFormat,
 * which is its id, and its values. Left out where a message has no values, as it is its own id then.
 */
export interface Translatable {
  template?: string
  params?: Readonly<Record<string, MessageValue>>
}

/** One error of a failure; `path` is that of the field. */
export type FailureEntry = string | ({ msg: string; path?: string } & Translatable)

/** The body of a failure (specification section 8). */
export interface FailureBody extends Translatable {
  message: string
  code: FailureCode
  errors?: FailureEntry[]
  /** Details by code: `{ secondFactor: true }`, or the record as it is now. */
  data?: unknown
}
