import type { FailureCode } from './errors.ts'
import type { Route } from './route.ts'

/**
 * Names one act of a person, whatever a client makes up: a request that comes again with the same
 * key changes nothing again, and gets the first answer again for {@link keptHours}. As in the IETF
 * draft "The Idempotency-Key HTTP Header Field". The same request is the same call with the same path,
 * query and body as they are once they are checked: neither the order of fields, nor blanks around a text, nor
 * fields that the call doesn't know make another one. Of a file its bytes count.
 * Another request under the same key is 409.
 */
export const keyHeader = 'Idempotency-Key'

/** Characters that a key may have. */
export const maxKeyLength = 200

/** Hours for which the first answer is given again. */
export const keptHours = 24

/** Says `true` on an answer that is the first one again. */
export const replayedHeader = 'Idempotent-Replayed'

/**
 * Says `true` on every answer of a server that honours keys on the calls that take one. A client sends keys,
 * and repeats writes by itself, only where the server says so.
 */
export const acceptsKeysHeader = 'Accept-Idempotency-Key'

/** What a call that takes a key can fail with because of it. */
export const keyFailures = [
  'key_reused',
  'in_progress',
  'already_done',
] as const satisfies readonly FailureCode[]

/**
 * Whether a call takes a key: every write behind the session does, unless its route says that it is `keyless`.
 * Nothing of a public call is stored: nobody is known whose key it would be.
 */
export const takesKey = ({ method, needs, changesState, readsOnly, keyless }: Route): boolean =>
  needs !== 'public' && (method !== 'GET' || changesState === true) && !readsOnly && !keyless
