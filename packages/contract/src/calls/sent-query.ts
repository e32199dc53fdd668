import { z } from 'zod'

const words = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed text')

const value = z
  .union([words, z.number(), z.boolean()], 'must be text, a number, true or false')
  .transform(String)

/** The query of a list within a body; the server then checks it against that list's schema. */
export const sentQuery = z
  .record(z.string(), z.union([value, z.array(value).max(100)]), 'must be the query of a list')
  .default({})
