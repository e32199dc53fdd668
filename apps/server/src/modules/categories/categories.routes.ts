import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import { listCategories } from './categories.store.ts'
import { categoryView } from './categories.view.ts'

/** Categories (specification section 7, Other areas). */
export function categoriesHandlers(db: Db): Handlers<'categories.list'> {
  return {
    'categories.list': async ({ query }) => {
      const { rows, pagination } = await listCategories(db, query)
      return { data: { categories: rows.map(categoryView), pagination } }
    },
  }
}
