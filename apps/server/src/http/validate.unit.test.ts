import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Failure } from './failure.ts'
import { validate } from './validate.ts'

const refusalOf = (schema: z.ZodType, value: unknown): string => {
  try {
    validate(schema, value)
  } catch (error) {
    return (error as Failure).message
  }
  throw new Error('nothing was wrong')
}

test.each([
  [z.object({ name: z.string() }), {}, 'name is required'],
  [z.object({ name: z.string().optional() }).required(), {}, 'name is required'],
  [z.object({ name: z.string() }), { name: [] }, 'name must be text'],
  [z.object({ ids: z.array(z.string()) }), { ids: 'x' }, 'ids must be a list'],
  [z.object({ on: z.boolean() }), { on: 'yes' }, 'on must be true or false'],
  [z.object({ n: z.int() }), { n: 1.5 }, 'n must be a whole number'],
  [z.object({ data: z.object({}) }), { data: 'x' }, 'data must have fields'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'name is too short or too small'],
  [z.object({ name: z.string().max(1) }), { name: 'ab' }, 'name is too long or too large'],
  [z.object({ kind: z.enum(['a']) }), { kind: 'b' }, 'kind is not an allowed value'],
  [z.object({ name: z.string('must be a name') }), { name: 1 }, 'name must be a name'],
])('says what is wrong in plain words (%#)', (schema, value, words) => {
  expect(refusalOf(schema, value)).toBe(`Please check: ${words}.`)
})
