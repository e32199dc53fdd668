import { importNeeds } from '@steward/contract/imports/imports.routes'
import { shoppingPostFields } from '@steward/contract/shopping-posts/shopping-posts.fields'
import { msg, t } from '@steward/i18n/reader'
import { isDeleted } from '../../api/answers/read.ts'
import type { ShoppingPost } from '../../api/answers/records.ts'
import { useCategoryFilter } from '../../shared/categories/category-choices.ts'
import { lists } from '../../shared/lists/lists.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { statusColumn } from '../../ui/list/table/columns.tsx'
import { columnsFor } from '../../ui/list/table/field-columns.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { ShoppingPostMenu } from './shopping-post-actions.tsx'
import { stateOf } from './shopping-posts.ts'

/** The list of shopping posts: page 1 of 10 at first (specification section 9). */
export const shoppingPostDefinition = defineList<ShoppingPost>(shoppingPostFields, {
  list: lists.shoppingPosts,
  imports: { what: 'shopping-posts', needs: [importNeeds.shoppingPosts] },
  exports: 'shoppingPosts',
  columns: columnsFor<ShoppingPost>(shoppingPostFields, {
    title: {
      width: 280,
      least: 220,
      extraWidth: 34,
      cell: (post) => (
        <PictureCell shape="thing" name={post.title} image={(post.images ?? [])[0]} two />
      ),
    },
    price: { priority: 2 },
    seller: { priority: 4 },
    category: { width: 130, priority: 6 },
    status: statusColumn<ShoppingPost>('status', msg('Status'), stateOf),
    createdAt: { priority: 5 },
    deletedAt: { hidden: true },
  }),
  actions: (post) => <ShoppingPostMenu record={post} />,
  filters: {
    status: {},
    category: { useChoices: useCategoryFilter },
    seller: {},
    includeDeleted: {},
  },
  title: (post) => post.title ?? t('Untitled shopping post'),
  gone: isDeleted,
})
