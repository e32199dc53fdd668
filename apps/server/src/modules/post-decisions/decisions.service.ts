import type { BodyOf } from '@steward/contract/calls/endpoints'
import { permission } from '@steward/contract/permissions/permissions'
import { userSubmodule } from '@steward/contract/users/users'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { titleOf } from '../../db/write/audit-lines.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requirePermission } from '../../http/authorize.ts'
import { conflict, Failure, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { postsArea } from '../posts/posts.area.ts'
import { dismissSeenReports, nameOf } from '../posts/posts.dismissed-reports.ts'
import { findPosts, type PostRow } from '../posts/posts.store.ts'
import type { Outcome } from '../records/bulk.ts'
import { requireShown } from '../records/field-rules.ts'
import { userBulk } from '../users/users.bulk.ts'
import { findUsers, type UserRow } from '../users/users.store.ts'
import { countMessages, messageDetail } from './decisions.store.ts'

export const maxMessagesAnHour = 200

export const overtaken = msg('Somebody else has decided about this post meanwhile.')

/** The author of a post, as they were before the decision. */
export interface DecidedAuthor {
  user: UserRow
  posts: readonly PostRow[]
  deactivated: boolean
  /** Whether a message was mailed, which needs an address. */
  messaged: boolean
}

export interface Decided {
  /** The batch to undo the decision by; null where nothing changed. */
  batch: string | null
  /** The number of changed posts. */
  changed: number
  posts: PostRow[]
  left: Outcome['failures']
  authors: DecidedAuthor[]
}

type Decision = BodyOf<'posts.decide'>

/**
 * Moderation: decides about each post by itself, and about all their authors or none, in one transaction and
 * one batch of the audit log.
 * @throws {Failure} `not_found`, `conflict` for a single post that is gone or decided; `not_permitted`,
 *   `conflict`, `unsafe` where an author may not be deactivated; `too_many`
 */
export async function decide(db: Db, session: Session, decision: Decision): Promise<Decided> {
  // What becomes of the authors says who they are.
  const author = decision.deactivateAuthors || decision.message !== null || undefined
  requireShown('posts', { author }, session)
  const batch = newId()
  const actor = { ...actorOf(session), batch, reason: decision.reason }
  return await write(db, actor, async (writing) => {
    const ids = [...new Set(decision.posts.map(({ _id }) => _id.toLowerCase()))]
    const { changed, failures: left } = await decidePosts(writing, ids, decision)
    const failed = new Set(left.map(({ id }) => id))
    const unseen = left.filter(({ failure }) => failure?.code === 'not_found').map(({ id }) => id)
    const seen = ids.filter((id) => !unseen.includes(id))
    const about = (await findPosts(writing.tx, seen)).filter(({ id }) => !failed.has(id))
    const authors = await decideAuthors(writing, session, about, decision)
    await noteMessages(writing, session, authors, decision)
    const isChange = changed.length > 0 || authors.some(({ deactivated }) => deactivated)
    const posts = await findPosts(writing.tx, seen)
    return { batch: isChange ? batch : null, changed: changed.length, posts, left, authors }
  })
}

async function decidePosts(
  writing: WriteTransaction,
  ids: readonly string[],
  { does, posts }: Decision,
): Promise<Outcome> {
  const seen = posts.flatMap(({ _id, reportCount }) =>
    reportCount === undefined ? [] : [[_id.toLowerCase(), reportCount] as const],
  )
  const late = await findOvertaken(writing, ids, posts)
  if (ids.length === 1 && late[0])
    throw conflict(
      'Somebody else has decided about this post meanwhile. Nothing was changed: look at it again.',
    )
  const left = new Set(late.map(({ id }) => id))
  const rest = ids.filter((id) => !left.has(id))
  const outcome =
    does === 'keep'
      ? await dismissSeenReports(new Map(seen))(writing, rest, null)
      : await postsArea.actions.delete(writing, rest, null)
  outcome.failures.push(...late)
  if (ids.length === 1 && outcome.failures[0]) {
    throw notFound('This post is no longer there. It may just have been deleted.')
  }
  return outcome
}

/** Finds posts that have changed since the caller saw them. */
async function findOvertaken(
  writing: WriteTransaction,
  ids: readonly string[],
  posts: Decision['posts'],
): Promise<Outcome['failures']> {
  const seen = new Map(posts.map((post) => [post._id.toLowerCase(), post]))
  const rows = await writing.lock('posts', ids)
  return rows.flatMap((row) => {
    const { deleted, reportsHandledAt } = seen.get(row.id) ?? {}
    const isSame =
      (deleted ?? row.deleted_at !== null) === (row.deleted_at !== null) &&
      (reportsHandledAt === undefined ||
        timeOf(reportsHandledAt) === timeOf(row.reports_handled_at))
    return isSame ? [] : [{ id: row.id, name: nameOf(row), message: overtaken }]
  })
}

const timeOf = (at: string | null) => (at === null ? null : Date.parse(at))

async function decideAuthors(
  writing: WriteTransaction,
  session: Session,
  posts: readonly PostRow[],
  { deactivateAuthors, message }: Decision,
): Promise<DecidedAuthor[]> {
  if (!deactivateAuthors && message === null) return []
  const ids = [...new Set(posts.flatMap(({ author_id }) => author_id ?? []))]
  const users = (await findUsers(writing.tx, ids)).filter((user) => user.deleted_at === null)
  const changed = new Set(deactivateAuthors ? await deactivate(writing, session, users) : [])
  return users.map((user) => ({
    user,
    posts: posts.filter(({ author_id }) => author_id === user.id),
    deactivated: changed.has(user.id),
    messaged: message !== null && user.email !== null,
  }))
}

async function deactivate(writing: WriteTransaction, session: Session, users: readonly UserRow[]) {
  for (const { type } of users) {
    requirePermission(session, permission('Users', userSubmodule[type], 'status'))
  }
  const ids = users.map(({ id }) => id)
  const { changed, failures } = await userBulk.status(writing, ids, { status: 'inactive' }, session)
  if (failures[0]) throw new Failure('conflict', failures[0].failure?.said ?? failures[0].message)
  return changed
}

/** Logs messages to authors; throws a Failure `too_many`. */
async function noteMessages(
  writing: WriteTransaction,
  session: Session,
  authors: readonly DecidedAuthor[],
  { message }: Decision,
): Promise<void> {
  const reached = authors.filter(({ messaged }) => messaged)
  if (reached.length === 0) return
  if ((await countMessages(writing.tx, session.user.id)) + reached.length > maxMessagesAnHour) {
    throw new Failure(
      'too_many',
      say('You can send {max} messages to authors an hour. Decide without a message, or later.', {
        max: maxMessagesAnHour,
      }),
      { retryAfter: 3600 },
    )
  }
  for (const { posts } of reached) {
    const [post] = posts
    if (!post) continue
    writing.note({
      action: 'update',
      area: 'posts',
      record: { id: post.id, title: titleOf('posts', { text: post.text }) },
      detail: `${messageDetail}${message}`,
    })
  }
}
