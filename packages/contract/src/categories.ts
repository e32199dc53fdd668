import { z } from 'zod'
import { categoriesRoutes as routes } from './categories.routes.ts'
import { endpoint } from './endpoint.ts'
import { recordFields } from './fields.ts'
import { byId, listQuery, oneOf, pagination } from './listing.ts'

/** The states of a category. */
export const categoryStatuses = ['active', 'inactive'] as const

/** A category of feed and shopping posts; categories form a tree. */
export const category = z
  .object({
    ...recordFields,
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    image: z.string().nullable(),
    color: z.string().nullable(),
    position: z.int(),
    parent: z.string().nullable().meta({ description: 'The _id of the category above, if any' }),
    status: z.enum(categoryStatuses),
    postCount: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Category' })

/** A category of feed and shopping posts. */
export type Category = z.output<typeof category>

/** The query of the category list. */
export const categoriesQuery = listQuery({
  sorts: ['position', 'createdAt', 'name', 'postCount'],
  filters: { status: oneOf(categoryStatuses), parent: byId() },
})

/** Categories (specification section 7, Other areas). */
export const categoriesEndpoints = {
  'categories.list': endpoint(routes['categories.list'], {
    summary: 'Categories',
    query: categoriesQuery,
    data: z.object({ categories: z.array(category), pagination }),
  }),
}
