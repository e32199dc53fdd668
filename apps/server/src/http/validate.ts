import type { FailureEntry } from '@steward/contract/calls/errors'
import type { z } from 'zod'
import { Failure } from './failure.ts'

const maxNamed = 100

/**
 * Checks a value against a schema.
 * @param at the path of the value within something else
 * @throws {Failure} `invalid`, with an entry for every wrong field
 */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  at: readonly string[] = [],
): z.output<S> {
  const result = schema.safeParse(value, { error: plainWords })
  if (result.success) return result.data
  const errors = result.error.issues.slice(0, maxNamed).map(({ message, path }) => ({
    msg: message,
    path: [...at, ...path].join('.').slice(0, 200),
  })) satisfies FailureEntry[]
  const named = errors.map(({ path, msg }) => `${path} ${msg}`.trim())
  throw new Failure('invalid', `Please check: ${named.join('; ')}.`, { errors })
}

const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
}

/** The message of an issue for which the schema has none of its own. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is required'
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'must have fields'
  if (issue.code === 'too_small') return 'is too short or too small'
  if (issue.code === 'too_big') return 'is too long or too large'
  return 'is not an allowed value'
}
