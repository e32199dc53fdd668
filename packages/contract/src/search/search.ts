import { z } from 'zod'
import { areaNames } from '../areas/areas.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { searchText, wholeNumber } from '../lists/listing.ts'
import { userTypes } from '../users/users.ts'
import { component, currency, minorUnits, time } from '../values/fields.ts'
import { wording } from '../values/said.ts'
import { searchRoutes as routes } from './search.routes.ts'

/** How many records a search may return of each area. */
export const maxFound = 10

export const foundRecord = component('FoundRecord', {
  area: z.enum(areaNames),
  _id: z.string(),
  title: z.string(),
  detail: z.string().nullable().meta({
    description: 'What tells it from others: an e-mail address, a payer, an author',
  }),
  matched: z.string().optional().meta({
    description: 'What was found, where neither title nor detail shows it, such as a phone number',
  }),
  similar: z.string().optional().meta({
    description:
      'The word that is one letter off from what was typed; only of an approximate match',
  }),
  status: z.string().nullable(),
  image: z.string().nullable(),
  at: time.nullable().meta({ description: 'When it starts, is due, or was written' }),
  amount: minorUnits.optional(),
  currency: currency.optional(),
  type: z.enum(userTypes).optional().meta({ description: 'Of a user' }),
  deletedAt: time.optional(),
})
export type FoundRecord = z.output<typeof foundRecord>

export const searchEndpoints = endpointsOf(routes, {
  'search.everywhere': {
    summary: 'Search the records of every area that the person may list, best first in each area',
    query: z.object({
      search: searchText.default(''),
      limit: wholeNumber(
        maxFound,
        wording('must be a whole number from {min} to {max}', { min: 1, max: maxFound }),
      )
        .default(5)
        .meta({ description: 'Records of each area at the most' }),
    }),
    data: z.object({
      results: z.array(foundRecord),
      left: z.array(z.enum(areaNames)).meta({
        description: 'Areas that were not searched to their end within the time for it',
      }),
    }),
    errors: ['too_many'],
  },
})
