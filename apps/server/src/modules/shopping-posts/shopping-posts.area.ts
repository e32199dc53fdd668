import { areas } from '@steward/contract/areas'
import type { ShoppingPost } from '@steward/contract/shopping-posts'
import * as field from '../../import/fields.ts'
import { readCurrency } from '../../import/money.ts'
import { defineArea } from '../area.ts'
import { bulkUpdate, decideStatus } from '../bulk.ts'
import { money, recordColumns, text } from '../export-columns.ts'
import { updating } from '../revert.ts'
import { shoppingPostDeletion } from './shopping-posts.deletion.ts'
import {
  type ShoppingPostRow,
  shoppingPostConditions,
  shoppingPostListing,
} from './shopping-posts.store.ts'
import { shoppingPostView } from './shopping-posts.view.ts'

const { statuses } = areas.shoppingPosts

/** Shopping posts, as exports, imports and jobs know them. */
export const shoppingPostsArea = defineArea<'shoppingPosts', ShoppingPostRow, ShoppingPost>(
  'shoppingPosts',
  {
    listing: shoppingPostListing,
    conditions: (query) => shoppingPostConditions(query),
    view: shoppingPostView,
    columns: {
      ...recordColumns,
      title: text('Title', (post) => post.title),
      description: text('Description', (post) => post.description),
      price: money('Price', (post) => post.price),
      currency: text('Currency', (post) => post.currency),
      seller: text('Seller', (post) => post.seller?.name),
      images: text('Images', (post) => post.images.join('\n')),
      category: text('Category', (post) => post.category?.name),
      status: text('Status', (post) => post.status),
    },
    imports: {
      shoppingPosts: {
        table: 'shopping_posts',
        fields: {
          title: { reader: field.line, column: 'title', required: true },
          description: { reader: field.long, column: 'description' },
          price: { reader: field.money, column: 'price', required: true },
          currency: { reader: field.readPlain(readCurrency), column: 'currency' },
          seller: { reader: field.person(), column: 'seller_id' },
          category: { reader: field.category, column: 'category_id' },
          status: { reader: field.choice(statuses), column: 'status', fallback: 'available' },
          deletedAt: { reader: field.time, column: 'deleted_at', newOnly: true },
          ...field.dated,
        },
        finish: (row) => {
          row['images'] = []
        },
      },
    },
    revert: { ...shoppingPostDeletion.revert, update: updating('shopping_posts', async () => {}) },
    bulk: {
      ...shoppingPostDeletion.actions,
      status: bulkUpdate({
        table: 'shopping_posts',
        what: 'shopping post',
        name: (row) => row.title,
        decide: decideStatus('shopping post'),
        patch: (status) => ({ status: status as ShoppingPost['status'] }),
      }),
    },
  },
)
