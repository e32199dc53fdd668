import type { FailureCode } from './errors.ts'
import type { Route } from './route.ts'

/**
 * Names one act of a person (IETF draft "The Idempotency-Key HTTP Header Field"). The same call with the same checked
 * path, query and body (bytes of a file) gets the first answer again; another request under the key is 409.
 */
export const keyHeader = 'Idempotency-Key'

/** The maximum length of a key, in characters. */
export const maxKeyLength = 200

/** How long the first answer is kept for repetition, in hours. */
export const keptHours = 24

/** The header that is `true` on a repeated answer. */
export const replayedHeader = 'Idempotent-Replayed'

/** The header that a server with idempotency keys sends as `true` with every answer; else clients repeat no write. */
export const acceptsKeysHeader = 'Accept-Idempotency-Key'

export const keyFailures = [
  'key_reused',
  'in_progress',
  'already_done',
] as const satisfies readonly FailureCode[]

/** Whether a call takes an idempotency key: every write behind the session that isn't `keyless`. */
export const takesKey = ({ method, needs, changesState, readsOnly, keyless }: Route): boolean =>
  needs !== 'public' && (method !== 'GET' || changesState === true) && !readsOnly && !keyless
