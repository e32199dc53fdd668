import { z } from 'zod'
import { listings } from '../areas/listings.ts'
import { change, creation, recordEndpoints, recordSchema, sentShape } from '../areas/records.ts'
import { endpoint } from '../calls/endpoint.ts'
import { areaQuery, pagination } from '../lists/listing.ts'
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

/** A category of feed and shopping posts. */
export type Category = z.output<typeof category>

/** The query of the category list. */
export const categoriesQuery = areaQuery(listings.categories)

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
export const categoriesEndpoints = {
  ...recordEndpoints('categories', routes, 'a category', category, {
    delete: ['conflict'],
    deletes: ' that has none below it',
    restore: ['conflict', 'taken'],
  }),
  'categories.list': endpoint(routes['categories.list'], {
    summary: 'Categories',
    query: categoriesQuery,
    data: z.object({ categories: z.array(category), pagination }),
  }),
  'categories.create': endpoint(routes['categories.create'], {
    summary: 'Create a category, on top of its siblings',
    body: creation(categoryFields, sent),
    files: ['image'],
    data: category,
    status: 201,
    errors: ['taken'],
  }),
  'categories.update': endpoint(routes['categories.update'], {
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
  }),
}
