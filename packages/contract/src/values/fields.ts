import { z } from 'zod'
import { isCurrency } from './currency.ts'
import { expecting, line } from './text.ts'

/** A UUIDv7, so that ids sort by creation. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the _id of a record')
  .meta({ format: 'uuid' })

/** ISO 8601 in UTC. */
export const time = z.string().meta({ format: 'date-time' })

/** Of every record. */
export const recordFields = { _id: z.string(), createdAt: time, updatedAt: time }

export const deletedFields = {
  deletedAt: time.nullable().optional(),
  deletedBy: z
    .object({ _id: z.string(), name: z.string() })
    .nullable()
    .optional()
    .meta({ description: 'Null where no person did' }),
}

/** The name stays when the person is deleted. */
export const person = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
})

/** By `_id`, or by a name without an account. */
export const personOrName = z
  .object({
    _id: id.nullable().default(null),
    name: line().optional().meta({ description: 'Needed where there is no _id' }),
  })
  .refine((person) => person._id !== null || person.name !== undefined, 'must have a name')

export const reference = z.object({ _id: z.string(), name: z.string() })

/** An impossible id is simply not found. */
export const idParams = z.object({ id: z.string() })

/** An impossible id is simply not found. */
export const recordId = z.string(expecting('must be the _id of a record'))

/** Beside a file, or in its place. */
export const pictureText = z.string('must be a file').max(500, 'must be a file').nullable().meta({
  description:
    'A file (multipart). As text: empty or null for none, or the URL that the record has already',
})

export const minorUnits = z.int('must be a whole number of minor units')

const currencyWords = 'must be a currency code such as EUR'

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: currencyWords, abort: true })
  .refine(isCurrency, currencyWords)

/** Sent, it must still be the newest. */
export const version = z.int('must be a whole number').min(1, 'must be 1 or more')
