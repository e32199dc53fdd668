import { z } from 'zod'

const words = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed text')

const value = z
  .union([words, z.number(), z.boolean()], 'must be text, a number, true or false')
  .transform(String)

/** A list's query inside a body; the server checks it against the list's schema. */
export const sentQuery = z
  .record(z.string(), z.union([value, z.array(value).max(100)]), 'must be the query of a list')
  .default({})
