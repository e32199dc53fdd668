import { z } from 'zod'
import { recordCalls, recordSchema, saveCalls, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { pageOf } from '../lists/listing.ts'
import { id } from '../values/fields.ts'
import { categoriesRoutes as routes } from './categories.routes.ts'

/** A category, which may have a parent: together they form a tree. */
export const category = recordSchema('categories', 'Category', {
  position: z.int().meta({ description: 'Its place among its siblings, from 0' }),
  color: z.string().nullable(),
  parent: z.string().nullable().meta({ description: 'The _id of the category above, if any' }),
  postCount: z.int().meta({ description: 'Feed posts' }),
  childCount: z.int().meta({ description: 'Categories directly below it' }),
  version: z.int(),
})
export type Category = z.output<typeof category>

export const maxCategoryLevels = 8

const sent = sentShape('categories', {
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

/** The calls of categories (specification section 7, Other areas). */
export const categoriesEndpoints = endpointsOf(routes, {
  ...recordCalls('categories', 'a category', category, pageOf('categories', category), {
    delete: ['conflict'],
    deletes: ' that has none below it',
    restore: ['conflict', 'taken'],
  }),
  ...saveCalls('categories', category, sent, {
    create: 'Create a category, on top of its siblings',
    update: 'Change or move a category',
    files: ['image'],
    errors: { create: ['taken'], update: ['taken'] },
    moves: {
      position: z
        .int('must be a whole number')
        .min(0, 'must be 0 or more')
        .meta({ description: 'Its place among its siblings, from 0; past the last is the last' }),
    },
  }),
})
