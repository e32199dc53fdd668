import { z } from 'zod'
import { listings } from '../areas/listings.ts'
import { recordEndpoints, recordSchema, sentShape } from '../areas/records.ts'
import { endpoint } from '../calls/endpoint.ts'
import { areaQuery, pagination } from '../lists/listing.ts'
import { idParams, time } from '../values/fields.ts'
import { shoppingPostFields } from './shopping-posts.fields.ts'
import { shoppingPostsRoutes as routes } from './shopping-posts.routes.ts'

/** Something offered for sale. */
export const shoppingPost = recordSchema(
  'ShoppingPost',
  listings.shoppingPosts,
  shoppingPostFields,
  {
    deletedAt: time.nullable().meta({ description: 'Set while deleted (specification section 4)' }),
  },
)

const sent = sentShape(listings.shoppingPosts, shoppingPostFields, {})

/** Something offered for sale. */
export type ShoppingPost = z.output<typeof shoppingPost>

/** The query of the shopping posts: page 1 of 10 by default (specification section 9). */
export const shoppingPostsQuery = areaQuery(listings.shoppingPosts)

/** Shopping posts (specification section 7, Other areas). */
export const shoppingPostsEndpoints = {
  ...recordEndpoints('shoppingPosts', routes, 'a shopping post', shoppingPost, {
    deletes: '; one that is deleted already stays so',
  }),
  'shoppingPosts.list': endpoint(routes['shoppingPosts.list'], {
    summary: 'Shopping posts',
    query: shoppingPostsQuery,
    data: z.object({ posts: z.array(shoppingPost), pagination }),
  }),
  'shoppingPosts.status': endpoint(routes['shoppingPosts.status'], {
    summary: 'Set the status of a shopping post',
    params: idParams,
    body: z.object(sent),
    data: shoppingPost,
  }),
}
