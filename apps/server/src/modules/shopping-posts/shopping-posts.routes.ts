import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { ShoppingPostsTable } from '../../db/tables.ts'
import { write } from '../../db/write.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Session } from '../../http/session.ts'
import { idsOf, known, there } from '../changing.ts'
import {
  findShoppingPost,
  listShoppingPosts,
  type ShoppingPostRow,
} from './shopping-posts.store.ts'
import { shoppingPostView } from './shopping-posts.view.ts'

type Names = 'list' | 'status' | 'delete' | 'restore'
type Row = Selectable<ShoppingPostsTable>

/** Shopping posts (specification section 7, Other areas). */
export function shoppingPostsHandlers(db: Db): Handlers<`shoppingPosts.${Names}`> {
  /** Changes one post, if there is anything to change, and answers it as it then stands. */
  const change = (
    session: Session,
    id: string,
    pick: (rows: Row[]) => Row,
    patchOf: (post: Row) => Updateable<ShoppingPostsTable> | null,
  ) =>
    write(db, { user: session.user.id }, async ({ tx, lock, update }) => {
      const post = pick(await lock('shopping_posts', idsOf(id)))
      const patch = patchOf(post)
      if (patch) await update('shopping_posts', [post], patch)
      return shoppingPostView((await findShoppingPost(tx, post.id)) as ShoppingPostRow)
    })
  const any = (rows: Row[]) => known(rows, 'shopping post')
  return {
    'shoppingPosts.list': async ({ query }) => {
      const { rows, pagination } = await listShoppingPosts(db, query)
      return { data: { posts: rows.map(shoppingPostView), pagination } }
    },
    'shoppingPosts.status': async ({ params, body: { status }, session }) => {
      const live = (rows: Row[]) => there(rows, 'shopping post')
      const data = await change(session, params.id, live, (post) =>
        post.status === status ? null : { status },
      )
      return { data, message: `“${data.title}” is ${status}.` }
    },
    'shoppingPosts.delete': async ({ params, session }) => {
      const data = await change(session, params.id, any, (post) =>
        post.deleted_at ? null : { deleted_at: new Date().toISOString() },
      )
      return { data, message: `“${data.title}” is deleted.` }
    },
    'shoppingPosts.restore': async ({ params, session }) => {
      const data = await change(session, params.id, any, (post) =>
        post.deleted_at ? { deleted_at: null } : null,
      )
      return { data, message: `“${data.title}” is back.` }
    },
  }
}
