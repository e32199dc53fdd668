import { z } from 'zod'
import { recordCalls, recordSchema, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { pageOf } from '../lists/listing.ts'
import { time } from '../values/fields.ts'
import { shoppingPostsRoutes as routes } from './shopping-posts.routes.ts'

export const shoppingPost = recordSchema('shoppingPosts', 'ShoppingPost', {
  deletedAt: time.nullable().meta({ description: 'Set while deleted (specification section 4)' }),
})

const sent = sentShape('shoppingPosts', {})

export type ShoppingPost = z.output<typeof shoppingPost>

/** The calls of shopping posts (specification section 7, Other areas). */
export const shoppingPostsEndpoints = endpointsOf(routes, {
  ...recordCalls('shoppingPosts', 'a shopping post', shoppingPost, pageOf('posts', shoppingPost), {
    deletes: '; one that is deleted already stays so',
  }),
  'shoppingPosts.status': {
    summary: 'Set the status of a shopping post',
    body: z.object(sent),
    data: shoppingPost,
  },
})
