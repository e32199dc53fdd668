import { permissionOn } from '@steward/contract/areas/area-permissions'
import { maxComments, type TaskComment } from '@steward/contract/tasks/task-comments'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict, notFound, notPermitted } from '../../http/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId, newId } from '../../ids.ts'
import { findLiveOrThrow, findOrThrow, idsOf } from '../records/checks.ts'
import { personOf } from '../records/person-reference.store.ts'
import { permits, requireFor } from '../records/record-permission.ts'
import {
  addComment,
  type CommentRow,
  countComments,
  findComment,
  listComments,
  markComment,
} from './comments.store.ts'
import { taskStore } from './tasks.store.ts'

const perPage = 50
const [mayComment, mayRemove] = [permissionOn('tasks', 'comment'), permissionOn('tasks', 'delete')]

interface Titled {
  id: string
  title: string
}

const noComment = () => notFound('This comment no longer exists. It may have just been deleted.')

const commentView = (row: CommentRow, { user }: Session, mayDeleteAny: boolean): TaskComment => ({
  _id: row.id,
  author: personOf(row.author_id, row.author_name, row.author_image),
  text: row.text,
  createdAt: row.created_at,
  canDelete: row.author_id === user.id || mayDeleteAny,
})

export function commentsHandlers(
  db: Db,
): Handlers<`tasks.${'comments' | 'comment' | 'deleteComment' | 'restoreComment'}`> {
  /** Runs `work` in a transaction that locks the task. */
  const within = (
    session: Session,
    id: string,
    work: (writing: WriteTransaction, task: Titled) => Promise<CommentRow>,
  ): Promise<CommentRow> =>
    write(db, actorOf(session), async (writing) =>
      work(writing, findLiveOrThrow(await writing.lock('tasks', idsOf(id)), 'task')),
    )
  const mayDelete = (tx: Db, session: Session, id: string) =>
    permits(tx, session, mayRemove, { area: 'tasks', id })

  /** Finds one's own comment; throws a Failure `not_found` or `not_permitted`. */
  const findOwn = async (tx: Db, session: Session, task: Titled, id: string) => {
    const found = isId(id) ? await findComment(tx, task.id, id) : undefined
    if (!found) throw noComment()
    const mayDeleteAny = await mayDelete(tx, session, task.id)
    await requireFor(tx, session, [mayComment, mayRemove], { area: 'tasks', ...task })
    if (found.author_id === session.user.id || mayDeleteAny) return { found, mayDeleteAny }
    throw notPermitted(
      'This is somebody else’s comment. Only people who can delete tasks can delete it.',
    )
  }

  return {
    'tasks.comments': async ({ params, query, session }) => {
      const [id = ''] = idsOf(params.id)
      findOrThrow(id && (await taskStore.find(db, id, session.scope)) ? [id] : [], 'task')
      const { page = 1, limit = perPage } = query
      const { rows, pagination } = await listComments(db, id, { page, limit })
      const mayDeleteAny = await mayDelete(db, session, id)
      const comments = rows.map((row) => commentView(row, session, mayDeleteAny))
      return { data: { comments, pagination } }
    },
    'tasks.comment': async ({ params, body, session }) => {
      const comment = await within(session, params.id, async ({ tx, note }, task) => {
        await requireFor(tx, session, [mayComment], { area: 'tasks', ...task })
        if ((await countComments(tx, task.id)) >= maxComments) {
          throw conflict(say('A task can have at most {max} comments.', { max: maxComments }))
        }
        const id = newId()
        const { text } = body
        await addComment(tx, { id, task_id: task.id, author_id: session.user.id, text })
        note(entryOf(task, excerptOf(text)))
        return (await findComment(tx, task.id, id)) as CommentRow
      })
      return { data: commentView(comment, session, true), message: 'Comment added.' }
    },
    'tasks.deleteComment': async ({ params, session }) => {
      const comment = await within(session, params.id, async ({ tx, note }, task) => {
        const { found } = await findOwn(tx, session, task, params.commentId)
        if (found.deleted_at !== null) throw noComment()
        await markComment(tx, found.id, session.user.id)
        note(entryOf(task, `deleted: ${excerptOf(found.text)}`))
        return found
      })
      return { data: commentView(comment, session, true), message: 'Comment deleted.' }
    },
    'tasks.restoreComment': async ({ params, session }) => {
      const comment = await within(session, params.id, async ({ tx, note }, task) => {
        const { found, mayDeleteAny } = await findOwn(tx, session, task, params.commentId)
        if (found.deleted_at === null) return found
        // An author can't restore a comment that somebody else has deleted.
        if (found.deleted_by !== session.user.id && !mayDeleteAny) throw noComment()
        await markComment(tx, found.id, null)
        note(entryOf(task, `restored: ${excerptOf(found.text)}`))
        return found
      })
      return { data: commentView(comment, session, true), message: 'Comment restored.' }
    },
  }
}

const entryOf = (task: { id: string; title: string }, detail: string) =>
  ({ action: 'comment', area: 'tasks', record: task, detail }) as const

const maxExcerpt = 200

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= maxExcerpt
    ? `“${line}”`
    : `“${characters.slice(0, maxExcerpt).join('')} …”`
}
