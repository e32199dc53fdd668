import type { ShoppingPost } from '@steward/contract/shopping-posts'
import { listOf, namedOf, type Sparse, textOf } from '../../api/read.ts'
import { useCategoryChoices } from '../../ui/category-choices.ts'
import {
  choicesOf,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { NamedCell } from '../../ui/named.tsx'

/** Deleted, as the specification marks it: `deletedAt` holds a time (section 3). */
export const isDeleted = (post: Sparse<ShoppingPost>): boolean =>
  post.deletedAt !== null && post.deletedAt !== undefined

/** What a post's state is called; a deleted one is deleted before all else. */
export const stateOf = (post: Sparse<ShoppingPost>) => (isDeleted(post) ? 'deleted' : post.status)

/** The list of shopping posts: page 1 of 10 at first (specification section 9). */
export const shoppingPostDefinition: ListDefinition<ShoppingPost> = {
  name: 'shopping-posts',
  one: 'shopping post',
  many: 'shopping posts',
  searchHint: 'Search title, description',
  searched: (post) => [post.title, post.description],
  limit: 10,
  columns: [
    {
      key: 'title',
      label: 'Title',
      width: 280,
      sort: 'title',
      cell: (post) => <NamedCell shape="thing" name={post.title} image={listOf(post.images)[0]} />,
      text: (post) => textOf(post.title) ?? '',
    },
    moneyColumn('price', 'Price', (post) => ({ amount: post.price, currency: post.currency }), {
      sort: 'price',
    }),
    personColumn('seller', 'Seller', (post) => post.seller),
    textColumn('category', 'Category', (post) => namedOf(post.category)?.name, { width: 140 }),
    statusColumn('status', 'Status', stateOf, { width: 120 }),
    timeColumn('created', 'Created', (post) => post.createdAt, { sort: 'createdAt' }),
    timeColumn('deleted', 'Deleted', (post) => post.deletedAt, { hidden: true }),
  ],
  filters: [
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(['available', 'reserved', 'sold']),
    },
    { kind: 'loaded', key: 'category', label: 'Category', useChoices: useCategoryChoices },
    {
      kind: 'id',
      key: 'seller',
      label: 'Seller',
      nameIn: (post) => namedOf(post.seller)?.name ?? null,
    },
    { kind: 'switch', key: 'includeDeleted', label: 'Include deleted' },
  ],
  sorts: ['createdAt', 'price', 'title'],
  title: (post) => textOf(post.title) ?? 'Shopping post without a title',
  gone: isDeleted,
}
