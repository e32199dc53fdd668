import { z } from 'zod'
import { listings } from '../areas/listings.ts'
import { change, creation, recordCalls, recordSchema, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { areaQuery, pageOf } from '../lists/listing.ts'
import { id, idParams } from '../values/fields.ts'
import { categoryFields } from './categories.fields.ts'
import { categoriesRoutes as routes } from './categories.routes.ts'

/** A category of feed and shopping posts; categories form a tree. */
export const category = recordSchema('Category', listings.categories, categoryFields, {
  position: z.int().meta({ description: 'Its place among its siblings, from 0' }),
  color: z.string().nullable(),
  parent: z.string().nullable().meta({ description: 'The _id of the category above, if any' }),
  postCount: z.int().meta({ description: 'Feed posts' }),
  childCount: z.int().meta({ description: 'Categories directly below it' }),
  version: z.int(),
})
export type Category = z.output<typeof category>

/** The number of levels of the tree. */
export const maxCategoryLevels = 8

const sent = sentShape(listings.categories, categoryFields, {
  color: z
    .string('must be a colour')
    .regex(/^(#[0-9a-f]{6})?$/i, 'must be a colour such as #2f6fde')
    .transform((text) => (text === '' ? null : text.toLowerCase()))
    .nullable(),
  parent: z
    .union([id, z.literal('').transform(() => null)], 'must be the _id of a category')
    .nullable()
    .meta({ description: 'The _id of the category above; null or empty for none' }),
})

/** Categories (specification section 7, Other areas). */
export const categoriesEndpoints = endpointsOf(routes, {
  ...recordCalls('categories', 'a category', category, {
    delete: ['conflict'],
    deletes: ' that has none below it',
    restore: ['conflict', 'taken'],
  }),
  'categories.list': {
    summary: 'Categories',
    query: areaQuery(listings.categories),
    ...pageOf('categories', category),
  },
  'categories.create': {
    summary: 'Create a category, on top of its siblings',
    body: creation(categoryFields, sent),
    files: ['image'],
    data: category,
    status: 201,
    errors: ['taken'],
  },
  'categories.update': {
    summary: 'Change or move a category',
    params: idParams,
    body: change({
      ...sent,
      position: z
        .int('must be a whole number')
        .min(0, 'must be 0 or more')
        .meta({ description: 'Its place among its siblings, from 0; past the last is the last' }),
    }),
    files: ['image'],
    data: category,
    errors: ['out_of_date', 'taken'],
  },
})
