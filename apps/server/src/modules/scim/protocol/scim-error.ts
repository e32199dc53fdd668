import { nested, type Said, say } from '@steward/i18n/sentence'
import type { Failure } from '../../../http/failure.ts'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** What kind of 400 or 409 an error is (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal in the terms of SCIM. */
export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined
  /** The message with its values; `message` is its English. */
  readonly said: Said

  constructor(status: number, scimType: ScimType | undefined, said: Said) {
    super(String(said))
    this.status = status
    this.scimType = scimType
    this.said = said
  }

  body(): object {
    return {
      schemas: [errorSchema],
      status: String(this.status),
      ...(this.scimType && { scimType: this.scimType }),
      detail: this.message,
    }
  }
}

export const badRequest = (scimType: ScimType, said: Said): ScimError =>
  new ScimError(400, scimType, said)

export const invalidValue = (path: string, problem: Said): ScimError =>
  badRequest('invalidValue', say('“{path}” {problem}.', { path, problem: nested(problem) }))

export const notUnique = (said: Said): ScimError => new ScimError(409, 'uniqueness', said)

export const noSuchResource = (): ScimError =>
  new ScimError(404, undefined, 'There is no such resource.')

/** The error of a failure of the rest of the server. */
export function scimErrorOf(failure: Failure): ScimError {
  const { code, status, said } = failure
  if (code === 'taken') return notUnique(said)
  if (code === 'malformed') return badRequest('invalidSyntax', said)
  if (code === 'invalid') return badRequest('invalidValue', said)
  return new ScimError(status, undefined, said)
}
