import { categoryFields } from '@steward/contract/categories/categories.fields'
import { msg, t } from '@steward/i18n/reader'
import type { Category } from '../../api/answers/records.ts'
import { useCategoryFilter } from '../../shared/categories/category-choices.ts'
import { lists } from '../../shared/lists/lists.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { columnsFor } from '../../ui/list/table/field-columns.tsx'
import { CategoryMenu } from './category-actions.tsx'
import { CategoryName, ParentName } from './category-name.tsx'
import { treeOf, visible } from './tree.ts'

export const categoryDefinition = defineList<Category>(categoryFields, {
  list: lists.categories,
  exports: 'categories',
  columns: columnsFor<Category>(categoryFields, {
    name: {
      width: 240,
      least: 180,
      cell: (category) => <CategoryName category={category} />,
    },
    parent: {
      width: 165,
      least: 100,
      most: 180,
      priority: 5,
      cell: (category) => <ParentName category={category} />,
    },
    slug: { width: 140, priority: 8, card: 'none' },
    position: {
      descending: false,
      sortName: msg('place in the tree'),
      sortEnds: [msg('from the top'), msg('from the bottom')],
      priority: 7,
      card: 'none',
    },
    postCount: { label: msg('Posts'), priority: 3 },
    status: {},
    description: { width: 260, hidden: true },
    createdAt: { priority: 6, card: 'none' },
    shoppingPostCount: null,
    childCount: null,
  }),
  actions: (category) => <CategoryMenu record={category} />,
  filters: { status: {}, parent: { useChoices: useCategoryFilter } },
  orders: { by: 'position', put: (rows) => visible(treeOf(rows), new Set()).map(({ row }) => row) },
  title: (category) => category.name ?? t('Unnamed category'),
})
