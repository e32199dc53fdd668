import type { FailureCode } from './errors.ts'
import type { Route } from './route.ts'

/**
 * Names one act of a person (IETF draft "The Idempotency-Key HTTP Header Field"): the same request with the same key
 * changes nothing again and gets the first answer again. The same is the same call with the same checked path, query
 * and body, or bytes of a file; another request under the key is 409.
 */
export const keyHeader = 'Idempotency-Key'

/** Characters that a key may have. */
export const maxKeyLength = 200

/** Hours for which the first answer is given again. */
export const keptHours = 24

/** Says `true` on an answer that is the first one again. */
export const replayedHeader = 'Idempotent-Replayed'

/** Says `true` on every answer of a server that honours keys; a client sends keys and repeats writes only then. */
export const acceptsKeysHeader = 'Accept-Idempotency-Key'

/** What a call that takes a key can fail with because of it. */
export const keyFailures = [
  'key_reused',
  'in_progress',
  'already_done',
] as const satisfies readonly FailureCode[]

/** Whether a call takes a key: every write behind the session does, unless its route is `keyless`. */
export const takesKey = ({ method, needs, changesState, readsOnly, keyless }: Route): boolean =>
  needs !== 'public' && (method !== 'GET' || changesState === true) && !readsOnly && !keyless
