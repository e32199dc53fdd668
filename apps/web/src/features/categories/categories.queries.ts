import type { Category } from '@steward/contract/categories/categories'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Row, SentQuery } from '../../api/listing.ts'
import type { DeepPartial } from '../../api/read.ts'
import { putOnTop, reloadLists, replaceRecord } from '../../api/record-cache.ts'
import { listOptions } from '../../shared/list/list-options.ts'
import { lists } from '../../shared/list/lists.ts'

/** The most pages of a hundred that the tree shows; more than that no person arranges by hand. */
const maxPages = 20

/**
 * Every category, for the tree, and how many there are.
 * @param fixed what the list is fixed to, such as the time in the past that it shows
 */
export const categoryTreeOptions = (fixed: SentQuery = {}) =>
  queryOptions({
    queryKey: ['categories.tree', fixed],
    queryFn: async (context): Promise<{ rows: Row<Category>[]; total: number }> => {
      const rows: Row<Category>[] = []
      for (let page = 1; page <= maxPages; page += 1) {
        const query = { page: String(page), limit: '100', sort: 'position', ...fixed }
        const listing = await listOptions(lists.categories)(query).queryFn(context)
        rows.push(...listing.rows)
        const total = listing.pagination?.total ?? rows.length
        if (rows.length >= total || listing.rows.length === 0) return { rows, total }
      }
      return { rows, total: Number.POSITIVE_INFINITY }
    },
  })

/** Has the tree loaded anew. */
export const reloadTree = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ['categories.tree'] })

/** Has lists and tree loaded anew. */
export function reloadCategories(client: QueryClient): void {
  void reloadLists(client, 'categories')
  reloadTree(client)
}

/** Puts a category as the server answered it wherever it is shown. */
export function keepCategory(
  client: QueryClient,
  id: string,
  category: DeepPartial<Category>,
): void {
  replaceRecord<Category>(client, 'categories', id, category)
  reloadCategories(client)
}

/**
 * Puts a new category on top of the list as it stands; the next load puts it where its order says.
 * @param category null where the server told nothing of it: then the list is loaded anew
 */
export function putNewCategory(
  client: QueryClient,
  id: string,
  category: DeepPartial<Category> | null,
): void {
  if (category) putOnTop<Category>(client, 'categories', 'categories.list', id, category)
  else void reloadLists(client, 'categories')
  reloadTree(client)
}
