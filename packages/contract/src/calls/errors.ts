/**
 * The closed list of failures, each with its HTTP status. A client narrows by code, never by the
 * words of a message.
 *
 * - `second_factor_required`, from the sign-in alone: the password is right and a code or a passkey
 *   has to come with it; `data` says which. With an entry at `code` or `passkey`, what came was wrong.
 * - `second_factor_missing`, from any guarded call: the person's role requires a second factor and
 *   they have none yet. The session is alive; it reaches the own profile and second factor, and
 *   signing out, until one is set up.
 * - `step_up_required`, from calls that make an owner, change a role beyond one's own or take
 *   another's second factor away: the sign-in is more than 10 minutes ago. After
 *   `POST admin/profile/step-up` the same call goes through, for 10 minutes.
 * - `dead_link`: the token of a link in a mail is used, expired or was never given.
 * - `key_reused`, from calls that take an idempotency key: the key was used for another call, or for
 *   the same with another content.
 * - `in_progress`, from the same: the first request with this key is not done yet. After
 *   `Retry-After` the same request gets its answer.
 * - `already_done`, from the same: the first request with this key has changed what it was to change,
 *   and its answer is lost or was too long to be kept. Nothing was changed a second time.
 */
export const failureStatus = {
  malformed: 400,
  dead_link: 400,
  no_session: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  not_permitted: 403,
  account_not_ready: 403,
  second_factor_missing: 403,
  step_up_required: 403,
  not_found: 404,
  no_such_call: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  out_of_date: 409,
  taken: 409,
  unsafe: 409,
  key_reused: 409,
  in_progress: 409,
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
