import type { FailureEntry } from '@steward/contract/errors'
import type { z } from 'zod'
import { Failure } from './failure.ts'

/**
 * Checks a part of a request.
 * @returns the value as its schema makes it
 * @throws {Failure} `invalid`, with one entry for every field that is wrong
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = result.error.issues.map(
    (issue): FailureEntry => ({ msg: issue.message, path: issue.path.join('.') }),
  )
  const named = errors.map((entry) =>
    typeof entry === 'string' ? entry : `${entry.path} ${entry.msg}`.trim(),
  )
  throw new Failure('invalid', `Please check: ${named.join('; ')}.`, { errors })
}
