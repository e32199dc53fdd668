import { areas } from '@steward/contract/areas/areas'
import type { ShoppingPost } from '@steward/contract/shopping-posts/shopping-posts'
import { shoppingPostFields } from '@steward/contract/shopping-posts/shopping-posts.fields'
import { defineArea } from '../records/area.ts'
import { bulkUpdate, decideStatus } from '../records/bulk.ts'
import { exportColumnsOf, importFieldsOf } from '../records/files.ts'
import { updating } from '../records/revert.ts'
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
    columns: exportColumnsOf(shoppingPostFields),
    imports: {
      shoppingPosts: {
        table: 'shopping_posts',
        fields: importFieldsOf(shoppingPostFields, statuses),
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
