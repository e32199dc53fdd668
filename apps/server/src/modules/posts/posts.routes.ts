import type { Db } from '../../db/connection.ts'
import { write } from '../../db/write.ts'
import type { Handlers } from '../../http/routes.ts'
import { idsOf, known, there } from '../changing.ts'
import { findPost, listPosts, type PostRow } from './posts.store.ts'
import { postView } from './posts.view.ts'

/** Feed posts (specification section 7, Other areas). */
export function postsHandlers(db: Db): Handlers<'posts.list' | 'posts.delete' | 'posts.restore'> {
  const present = async (from: Db, id: string) => postView((await findPost(from, id)) as PostRow)
  return {
    'posts.list': async ({ query }) => {
      const { rows, pagination } = await listPosts(db, query)
      return { data: { posts: rows.map(postView), pagination } }
    },
    'posts.delete': async ({ params, session }) => {
      const data = await write(db, { user: session.user.id }, async ({ tx, lock, update }) => {
        const post = there(await lock('posts', idsOf(params.id)), 'post')
        await update('posts', [post], { deleted_at: new Date().toISOString() })
        return await present(tx, post.id)
      })
      return { data, message: 'The post is deleted.' }
    },
    'posts.restore': async ({ params, session }) => {
      const data = await write(db, { user: session.user.id }, async ({ tx, lock, update }) => {
        const post = known(await lock('posts', idsOf(params.id)), 'post')
        if (post.deleted_at) await update('posts', [post], { deleted_at: null })
        return await present(tx, post.id)
      })
      return { data, message: 'The post is back.' }
    },
  }
}
