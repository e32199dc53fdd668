import { z } from 'zod'
import { isCurrency } from './currency.ts'
import { expecting, line } from './text.ts'

/** A part of answers that the OpenAPI document has under a name of its own. */
export const component = <const S extends z.ZodRawShape>(id: string, shape: S) =>
  z.object(shape).meta({ id })

/** A UUIDv7, so that ids sort by creation. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the _id of a record')
  .meta({ format: 'uuid' })

/** A time in ISO 8601 and UTC. */
export const time = z.string().meta({ format: 'date-time' })

export const reference = z.object({ _id: z.string(), name: z.string() })

/** The fields that every record has. */
export const recordFields = { _id: z.string(), createdAt: time, updatedAt: time }

export const deletedFields = {
  deletedAt: time.nullable().optional(),
  deletedBy: reference.nullable().optional().meta({ description: 'Null where no person did' }),
}

/** A person as records name them; the name stays when the person is deleted. */
export const person = reference.extend({ image: z.string().nullable() })

/** A person by `_id`, or by name alone if they have no account. */
export const personOrName = z
  .object({
    _id: id.nullable().default(null),
    name: line().optional().meta({ description: 'Needed where there is no _id' }),
  })
  .refine((person) => person._id !== null || person.name !== undefined, 'must have a name')

/** The id of a record in a body. Its form isn't checked: an impossible one is not found. */
export const recordId = z.string(expecting('must be the _id of a record'))

/** The text of a picture field, beside a file or in place of one. */
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

/** The version of the record that a change is based on (optimistic lock); must be the newest if sent. */
export const version = z.int('must be a whole number').min(1, 'must be 1 or more')
