import { z } from 'zod'

/** A record's `_id`: a UUIDv7, so that ids sort by time of creation. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the _id of a record')
  .meta({ format: 'uuid' })

/** A time as ISO 8601 in UTC. */
export const time = z.string().meta({ format: 'date-time' })

/** What every record carries. */
export const recordFields = { _id: z.string(), createdAt: time, updatedAt: time }

/** A person as another record names them; the name stays when the person is deleted. */
export const person = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
})

/** A record that another one names. */
export const reference = z.object({ _id: z.string(), name: z.string() })

/** The `id` parameter of a path. An id that could be nobody's is simply not found. */
export const idParams = z.object({ id: z.string() })

/** An amount of money in minor units of its currency; always an integer. */
export const minorUnits = z.int()

/** An ISO 4217 currency code. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR')
