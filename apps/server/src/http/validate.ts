import { saidBy } from '@steward/contract/values/said'
import { msg } from '@steward/i18n/reader'
import type { z } from 'zod'
import { Failure, pleaseCheck } from './failure.ts'

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
    msg: saidBy(message),
    path: [...at, ...path].join('.').slice(0, 200),
  }))
  throw new Failure('invalid', pleaseCheck(errors), { errors })
}

const kinds: Record<string, string> = {
  string: msg('must be text'),
  number: msg('must be a number'),
  int: msg('must be a whole number'),
  boolean: msg('must be true or false'),
  array: msg('must be a list'),
}

/** The message of an issue for which the schema has none of its own. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return msg('is required')
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? msg('must have fields')
  if (issue.code === 'too_small') return msg('is too short or too small')
  if (issue.code === 'too_big') return msg('is too long or too large')
  return msg('is not an allowed value')
}
