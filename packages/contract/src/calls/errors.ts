/** Closed list, with HTTP statuses. Clients narrow by code, never by message. */
export const failureStatus = {
  malformed: 400,
  // Used, expired or never given.
  dead_link: 400,
  no_session: 401,
  wrong_credentials: 401,
  // After the right password; `data` says which, an entry what was wrong.
  second_factor_required: 401,
  not_permitted: 403,
  account_not_ready: 403,
  // Until it is set up only the own profile and the sign-out work.
  second_factor_missing: 403,
  // Works after POST admin/profile/step-up; the sign-in is more than 10 minutes ago.
  step_up_required: 403,
  not_found: 404,
  no_such_call: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  out_of_date: 409,
  taken: 409,
  unsafe: 409,
  // For another request.
  key_reused: 409,
  // `Retry-After`.
  in_progress: 409,
  // Lost, or too long to be kept.
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

/** `path` is the field's. */
export type FailureEntry = string | { msg: string; path?: string }

/** Specification section 8. */
export interface FailureBody {
  message: string
  code: FailureCode
  errors?: FailureEntry[]
  /** `{ secondFactor: true }`, or a record as it is now. */
  data?: unknown
}
