import { z } from 'zod'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import { deletedFields, idParams, person, recordFields, reference } from './fields.ts'
import { areaQuery, detailsQuery, pagination } from './listing.ts'
import { postsRoutes as routes } from './posts.routes.ts'

/** A post of the feed, its text as it was written. */
export const post = z
  .object({
    ...recordFields,
    ...deletedFields,
    author: person.nullable(),
    text: z.string(),
    images: z.array(z.string()),
    category: reference.nullable(),
    likeCount: z.int(),
    commentCount: z.int(),
    reportCount: z.int(),
  })
  .meta({ id: 'Post' })

/** A post of the feed. */
export type Post = z.output<typeof post>

/** The query of the feed; `from` and `to` bound `createdAt`. */
export const postsQuery = areaQuery(areas.posts)

/** Feed posts (specification section 7, Other areas). */
export const postsEndpoints = {
  'posts.list': endpoint(routes['posts.list'], {
    summary: 'Feed posts',
    query: postsQuery,
    data: z.object({ posts: z.array(post), pagination }),
  }),
  'posts.details': endpoint(routes['posts.details'], {
    summary: 'One post, deleted or not',
    params: idParams,
    query: detailsQuery,
    data: post,
  }),
  'posts.delete': endpoint(routes['posts.delete'], {
    summary: 'Delete a post',
    params: idParams,
    data: post,
  }),
  'posts.restore': endpoint(routes['posts.restore'], {
    summary: 'Bring a deleted post back',
    params: idParams,
    data: post,
  }),
  'posts.purge': endpoint(routes['posts.purge'], {
    summary: 'Delete a post for good, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
}
