import { z } from 'zod'
import { isCurrency } from './currency.ts'
import { expecting, line } from './text.ts'

/** A record's `_id`: a UUIDv7, so that ids sort by time of creation. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the _id of a record')
  .meta({ format: 'uuid' })

/** A time as ISO 8601 in UTC. */
export const time = z.string().meta({ format: 'date-time' })

/** What every record carries. */
export const recordFields = { _id: z.string(), createdAt: time, updatedAt: time }

/** When and by whom a record was deleted, where it is. */
export const deletedFields = {
  deletedAt: time.nullable().optional(),
  deletedBy: z
    .object({ _id: z.string(), name: z.string() })
    .nullable()
    .optional()
    .meta({ description: 'Null where no person did' }),
}

/** A person as another record names them; the name stays when the person is deleted. */
export const person = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
})

/** Somebody as they are sent: by their `_id`, or by a name where they have no account. */
export const personOrName = z
  .object({
    _id: id.nullable().default(null),
    name: line().optional().meta({ description: 'Needed where there is no _id' }),
  })
  .refine((person) => person._id !== null || person.name !== undefined, 'must have a name')

/** A record that another one names. */
export const reference = z.object({ _id: z.string(), name: z.string() })

/** The `id` parameter of a path. An id that could be nobody's is simply not found. */
export const idParams = z.object({ id: z.string() })

/** The `_id` of a record in a body. An id that could be nobody's is simply not found. */
export const recordId = z.string(expecting('must be the _id of a record'))

/** Where uploaded pictures stand: a text beside a file, or in its place. */
export const pictureText = z.string('must be a file').max(500, 'must be a file').nullable().meta({
  description:
    'A file (multipart). As text: empty or null for none, or the URL that the record has already',
})

/** An amount of money in minor units of its currency; always an integer. */
export const minorUnits = z.int('must be a whole number of minor units')

const currencyWords = 'must be a currency code such as EUR'

/** An ISO 4217 currency code. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: currencyWords, abort: true })
  .refine(isCurrency, currencyWords)

/** The version of a record that a person had before them; sent, it must still be the newest. */
export const version = z.int('must be a whole number').min(1, 'must be 1 or more')
