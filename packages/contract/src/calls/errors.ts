/** The closed list of failures, each with its HTTP status. A client narrows by code, never by the words of a message. */
export const failureStatus = {
  malformed: 400,
  // The token of a link in a mail is used, expired or was never given.
  dead_link: 400,
  no_session: 401,
  wrong_credentials: 401,
  // The password is right, and a code or a passkey has to come with it; `data` says which, an entry what was wrong.
  second_factor_required: 401,
  not_permitted: 403,
  account_not_ready: 403,
  // The role requires a second factor; until it is set up the session reaches the own profile and the sign-out alone.
  second_factor_missing: 403,
  // The sign-in is more than 10 minutes ago: the same call goes through after POST admin/profile/step-up.
  step_up_required: 403,
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
  // The first request with this key is not done yet: `Retry-After`.
  in_progress: 409,
  // The first request with this key is done, and its answer is lost or was too long to be kept.
  already_done: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many: 429,
  headers_too_large: 431,
  internal: 500,
  not_ready: 503,
} as const

/** The name of a failure. */
export type FailureCode = keyof typeof failureStatus

/** One entry of a failure: text, or a message at the path of the field that it is about. */
export type FailureEntry = string | { msg: string; path?: string }

/** The one failure body of every call (specification section 8). */
export interface FailureBody {
  message: string
  code: FailureCode
  errors?: FailureEntry[]
  /** What the client needs to go on: `{ secondFactor: true }`, or a record as it stands now. */
  data?: unknown
}
