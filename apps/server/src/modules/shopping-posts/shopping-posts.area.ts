import { areas } from '@steward/contract/areas/areas'
import { shoppingPostFields } from '@steward/contract/shopping-posts/shopping-posts.fields'
import { say } from '@steward/i18n/sentence'
import { write } from '../../db/write/write.ts'
import { actorOf } from '../../http/session.ts'
import { findLiveOrThrow, idsOf } from '../records/checks.ts'
import { contentArea } from '../records/content-area.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { type ShoppingPostRow, shoppingPostStore } from './shopping-posts.store.ts'

const { one, statuses } = areas.shoppingPosts

/** The area of shopping posts (specification section 7, Other areas). */
export const shoppingPostsArea = contentArea<'shoppingPosts', ShoppingPostRow>('shoppingPosts', {
  store: shoppingPostStore,
  // Shown for deleted posts (specification section 4).
  own: { deletedAt: (row) => row.deleted_at },
  deletion: { again: true },
  mayPutBack: () => {},
  imports: {
    shoppingPosts: {
      table: 'shopping_posts',
      fields: importFieldsOf(shoppingPostFields, statuses),
      finish: (row) => {
        row['images'] = []
      },
    },
  },
  calls: ({ db }, view) => ({
    'shoppingPosts.status': async ({ params, body: { status }, session }) => {
      const data = await write(db, actorOf(session), async ({ tx, lock, update }) => {
        const post = findLiveOrThrow(await lock('shopping_posts', idsOf(params.id)), one)
        if (post.status !== status) await update('shopping_posts', [post], { status })
        const row = (await shoppingPostStore.find(tx, post.id)) as ShoppingPostRow
        return view(session.scope?.withoutHidden('shopping_posts', row) ?? row)
      })
      const { title } = data
      const message = say(
        '“{title}” is {status, select, available {available} reserved {reserved} sold {sold} other {{status}}}.',
        { title, status },
      )
      return { data, message }
    },
  }),
  search: {
    searchedAmount: 'price',
    keys: ['title'],
    title: ['title'],
    detail: ['seller_name'],
    at: 'created_at',
    amount: 'price',
  },
})
