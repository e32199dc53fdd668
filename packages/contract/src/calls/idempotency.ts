import type { FailureCode } from './errors.ts'
import type { Route } from './route.ts'

/**
 * Names one act of a person (IETF draft "The Idempotency-Key HTTP Header Field"). The same call with the same checked
 * path, query and body (bytes of a file) gets the first answer again; another request under the key is 409.
 */
export const keyHeader = 'Idempotency-Key'

/** Characters. */
export const maxKeyLength = 200

/** For the first answer. */
export const keptHours = 24

/** `true` on a repeated answer. */
export const replayedHeader = 'Idempotent-Replayed'

/** `true` on every answer; clients repeat writes only then. */
export const acceptsKeysHeader = 'Accept-Idempotency-Key'

export const keyFailures = [
  'key_reused',
  'in_progress',
  'already_done',
] as const satisfies readonly FailureCode[]

/** Every write behind the session that isn't `keyless`. */
export const takesKey = ({ method, needs, changesState, readsOnly, keyless }: Route): boolean =>
  needs !== 'public' && (method !== 'GET' || changesState === true) && !readsOnly && !keyless
