import { areas } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import type { ShoppingPost } from '@steward/contract/shopping-posts'
import { isDeleted, listOf, referenceOf, textOf } from '../../api/read.ts'
import { useCategoryFilter } from '../../shared/categories/category-choices.ts'
import { lists } from '../../shared/list/lists.ts'
import {
  actionsColumn,
  choicesOf,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { stateOf } from './deleted.ts'
import { ShoppingPostMenu } from './shopping-post-actions.tsx'

/** The list of shopping posts: page 1 of 10 at first (specification section 9). */
export const shoppingPostDefinition: ListDefinition<ShoppingPost> = {
  list: lists.shoppingPosts,
  imports: { what: 'shopping-posts', needs: [importNeeds.shoppingPosts] },
  exports: {
    area: 'shoppingPosts',
    columns: { price: 'price currency', created: 'createdAt', deleted: 'deletedAt' },
  },
  searchHint: 'Search title, description',
  searched: (post) => [post.title, post.description],
  columns: [
    {
      key: 'title',
      label: 'Title',
      width: 280,
      least: 220,
      beside: 34,
      sort: 'title',
      cell: (post) => (
        <PictureCell shape="thing" name={post.title} image={listOf(post.images)[0]} two />
      ),
      text: (post) => textOf(post.title) ?? '',
    },
    moneyColumn('price', 'Price', (post) => ({ amount: post.price, currency: post.currency }), {
      priority: 2,
      sort: 'price',
    }),
    personColumn('seller', 'Seller', (post) => post.seller, { priority: 4 }),
    textColumn('category', 'Category', (post) => referenceOf(post.category)?.name, {
      width: 130,
      priority: 6,
    }),
    statusColumn('status', 'Status', stateOf),
    timeColumn('created', 'Created', (post) => post.createdAt, {
      sort: 'createdAt',
      priority: 5,
    }),
    timeColumn('deleted', 'Deleted', (post) => post.deletedAt, { hidden: true }),
    actionsColumn((post) => <ShoppingPostMenu post={post} />),
  ],
  filters: [
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(areas.shoppingPosts.statuses),
    },
    { kind: 'loaded', key: 'category', label: 'Category', useChoices: useCategoryFilter },
    {
      kind: 'id',
      key: 'seller',
      label: 'Seller',
      nameIn: (post) => referenceOf(post.seller)?.name ?? null,
    },
    { kind: 'switch', key: 'includeDeleted', label: 'Include deleted' },
  ],
  title: (post) => textOf(post.title) ?? 'Untitled shopping post',
  gone: isDeleted,
}
