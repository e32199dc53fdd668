import { areas } from '@steward/contract/areas'
import type { Category } from '@steward/contract/categories'
import { textOf } from '../../api/read.ts'
import { useCategoryFilter } from '../../shared/categories/category-choices.ts'
import { lists } from '../../shared/list/lists.ts'
import {
  actionsColumn,
  choicesOf,
  countColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { CategoryMenu } from './category-actions.tsx'
import { CategoryName, ParentName } from './category-name.tsx'
import { treeOf, visible } from './tree.ts'

/** The category list. */
export const categoryDefinition: ListDefinition<Category> = {
  list: lists.categories,
  exports: { area: 'categories', columns: { posts: 'postCount', created: 'createdAt' } },
  searchHint: 'Search by name',
  searched: (category) => [category.name],
  columns: [
    {
      key: 'name',
      label: 'Name',
      width: 240,
      least: 180,
      sort: 'name',
      cell: (category) => <CategoryName category={category} />,
      text: (category) => textOf(category.name) ?? '',
    },
    {
      key: 'parent',
      label: 'Parent',
      width: 165,
      least: 100,
      most: 180,
      priority: 5,
      cell: (category) => <ParentName category={category} />,
      text: (category) => textOf(category.parent) ?? '',
    },
    textColumn('slug', 'Slug', (category) => category.slug, {
      width: 140,
      priority: 8,
      card: 'none',
    }),
    countColumn('position', 'Position', (category) => category.position, {
      sort: 'position',
      descending: false,
      priority: 7,
      card: 'none',
    }),
    countColumn('posts', 'Posts', (category) => category.postCount, {
      sort: 'postCount',
      priority: 3,
    }),
    statusColumn('status', 'Status', (category) => category.status),
    textColumn('description', 'Description', (category) => category.description, {
      width: 260,
      hidden: true,
    }),
    timeColumn('created', 'Created', (category) => category.createdAt, {
      sort: 'createdAt',
      priority: 6,
      card: 'none',
    }),
    actionsColumn((category) => <CategoryMenu category={category} />),
  ],
  filters: [
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(areas.categories.statuses),
    },
    { kind: 'loaded', key: 'parent', label: 'Parent', useChoices: useCategoryFilter },
  ],
  orders: { position: (rows) => visible(treeOf(rows), new Set()).map(({ row }) => row) },
  title: (category) => textOf(category.name) ?? 'Unnamed category',
}
