import { z } from 'zod'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import {
  currency,
  deletedFields,
  idParams,
  minorUnits,
  person,
  recordFields,
  reference,
  time,
} from './fields.ts'
import { areaQuery, detailsQuery, pagination } from './listing.ts'
import { shoppingPostsRoutes as routes } from './shopping-posts.routes.ts'

const { statuses } = areas.shoppingPosts

/** Something offered for sale. */
export const shoppingPost = z
  .object({
    ...recordFields,
    ...deletedFields,
    title: z.string(),
    description: z.string().nullable(),
    price: minorUnits,
    currency,
    seller: person.nullable(),
    images: z.array(z.string()),
    category: reference.nullable(),
    status: z.enum(statuses),
    deletedAt: time.nullable().meta({ description: 'Set while deleted (specification section 4)' }),
  })
  .meta({ id: 'ShoppingPost' })

/** Something offered for sale. */
export type ShoppingPost = z.output<typeof shoppingPost>

/** The query of the shopping posts: page 1 of 10 by default (specification section 9). */
export const shoppingPostsQuery = areaQuery(areas.shoppingPosts)

/** Shopping posts (specification section 7, Other areas). */
export const shoppingPostsEndpoints = {
  'shoppingPosts.list': endpoint(routes['shoppingPosts.list'], {
    summary: 'Shopping posts',
    query: shoppingPostsQuery,
    data: z.object({ posts: z.array(shoppingPost), pagination }),
  }),
  'shoppingPosts.details': endpoint(routes['shoppingPosts.details'], {
    summary: 'One shopping post, deleted or not',
    params: idParams,
    query: detailsQuery,
    data: shoppingPost,
  }),
  'shoppingPosts.status': endpoint(routes['shoppingPosts.status'], {
    summary: 'Set the status of a shopping post',
    params: idParams,
    body: z.object({
      status: z.enum(statuses, `must be one of ${statuses.join(', ')}`),
    }),
    data: shoppingPost,
  }),
  'shoppingPosts.delete': endpoint(routes['shoppingPosts.delete'], {
    summary: 'Delete a shopping post; one that is deleted already stays so',
    params: idParams,
    data: shoppingPost,
  }),
  'shoppingPosts.restore': endpoint(routes['shoppingPosts.restore'], {
    summary: 'Bring a deleted shopping post back',
    params: idParams,
    data: shoppingPost,
  }),
  'shoppingPosts.purge': endpoint(routes['shoppingPosts.purge'], {
    summary: 'Permanently delete a shopping post, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
}
