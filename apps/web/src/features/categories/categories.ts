import { msg, t } from '@steward/i18n/reader'
import { queryOptions } from '@tanstack/react-query'
import type { Category } from '../../api/answers/records.ts'
import type { Row, SentQuery } from '../../api/listing.ts'
import { listOptions } from '../../shared/lists/list-options.ts'
import { lists } from '../../shared/lists/lists.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

/** The most pages of a hundred that the tree shows; more than that no person arranges by hand. */
const maxPages = 20

/** The query of all categories, for the tree; `fixed` always applies, such as a past time. */
export const categoryTreeOptions = (fixed: SentQuery = {}) =>
  queryOptions({
    queryKey: ['categories.tree', fixed],
    queryFn: async (context): Promise<Row<Category>[]> => {
      const rows: Row<Category>[] = []
      for (let page = 1; page <= maxPages; page += 1) {
        const query = { page: String(page), limit: '100', sort: 'position', ...fixed }
        const listing = await listOptions(lists.categories)(query).queryFn(context)
        rows.push(...listing.rows)
        const total = listing.pagination?.total ?? rows.length
        if (rows.length >= total || listing.rows.length === 0) break
      }
      return rows
    },
  })

export const categories: RecordArea<Category> & { area: 'categories' } = {
  area: 'categories',
  hasForm: true,
  // i18n: stands in sentences in place of a name, such as “Delete this category?”
  name: (category) => category.name ?? t('this category'),
  changed: (client) => void client.invalidateQueries({ queryKey: ['categories.tree'] }),
}

/** What depends on a category, in words; empty where nothing does. */
export function whatHangs(category: Category): string[] {
  const parts: [number | null | undefined, string][] = [
    [category.childCount, msg('{count, plural, one {# subcategory} other {# subcategories}}')],
    [
      category.postCount,
      msg('{count, plural, one {# feed post in it} other {# feed posts in it}}'),
    ],
    [
      category.shoppingPostCount,
      msg('{count, plural, one {# shopping post in it} other {# shopping posts in it}}'),
    ],
  ]
  return parts.flatMap(([count, words]) => (count ? [t(words, { count })] : []))
}
