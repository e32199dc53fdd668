import { z } from 'zod'

const value = z
  .union([z.string(), z.number(), z.boolean()], 'must be text, a number, true or false')
  .transform(String)

/**
 * The query of a list inside a body: the keys of its address, each with a value or several. The
 * area says which keys there are, so that the server checks them against the list's own schema.
 */
export const sentQuery = z
  .record(z.string(), z.union([value, z.array(value).max(100)]), 'must be the query of a list')
  .default({})
