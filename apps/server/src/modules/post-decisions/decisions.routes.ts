import type { BodyOf } from '@steward/contract/calls/endpoints'
import { capitalize } from '@steward/contract/values/capitalize'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { isId } from '../../ids.ts'
import type { EmailTemplate } from '../../mail/email-template.ts'
import { accountHolder } from '../../mail/recipient.ts'
import { pluralize } from '../../pluralize.ts'
import type { Services } from '../../services.ts'
import { undo } from '../audit-log/undo.service.ts'
import { postsArea, postTitle } from '../posts/posts.area.ts'
import { findPosts } from '../posts/posts.store.ts'
import { type Decided, decide, overtaken } from './decisions.service.ts'
import { countOwnChanges } from './decisions.store.ts'

export function decisionsHandlers(
  services: Services,
): Handlers<'posts.decide' | 'posts.undoDecision'> {
  const { db, mailer } = services
  return {
    'posts.decide': async ({ body, session }) => {
      const decided = await decide(db, session, body)
      for (const { user, posts, messaged } of decided.authors) {
        if (!messaged || user.email === null || body.message === null) continue
        const texts = posts.map(({ text }) => text)
        const mail = authorEmail({ does: body.does, message: body.message }, texts)
        mailer.send(accountHolder({ ...user, email: user.email }), mail)
      }
      return {
        message: wordsOf(decided, body.does, body.message !== null),
        data: {
          batch: decided.batch,
          posts: decided.posts.map((post) => postsArea.view(post)),
          left: decided.left.map(({ id, message }) => ({ _id: id, message })),
          authors: decided.authors.map(({ user, deactivated, messaged }) => ({
            _id: user.id,
            name: user.name,
            deactivated,
            messaged,
          })),
        },
      }
    },
    'posts.undoDecision': async ({ params: { id }, session }) => {
      const changes = isId(id) ? await countOwnChanges(db, id, session.user.id) : undefined
      if (!changes) throw notFound('There is no such decision of yours.')
      const seesAll = { areas: [], types: [], all: true }
      const { entries, left } = await undo(services, session, { batch: id }, seesAll)
      if (left.length === changes && left[0]) throw left[0].failure
      const ids = entries.flatMap(({ area, record_id }) =>
        area === 'posts' && record_id ? [record_id] : [],
      )
      return {
        message: left.length === 0 ? 'Decision undone' : 'Decision undone in part',
        data: {
          posts: (await findPosts(db, ids)).map((post) => postsArea.view(post)),
          left: left.map(({ record, failure }) => ({ _id: record.id, message: failure.message })),
        },
      }
    },
  }
}

function wordsOf(
  { changed, posts, left, authors }: Decided,
  does: 'keep' | 'delete',
  asksMessage: boolean,
): string {
  const failed = new Set(left.map(({ id }) => id))
  const done = posts.filter(({ id }) => !failed.has(id))
  const off = authors.filter(({ deactivated }) => deactivated)
  const reached = authors.filter(({ messaged }) => messaged).length
  const parts: string[] = []
  const [only] = done.length === 1 ? done : []
  // A post that was deleted already is only mentioned if its author isn't affected.
  const isNamed = does === 'keep' || changed > 0 || !(off.length > 0 || asksMessage)
  if (isNamed) {
    const which = only ? postTitle(only) : pluralize(done.length, 'post')
    parts.push(`${which} ${does === 'keep' ? 'kept' : 'deleted'}`)
  }
  if (off[0]) {
    const one = only && isNamed ? 'author' : off[0].user.name
    parts.push(`${off.length === 1 ? one : pluralize(off.length, 'author')} deactivated`)
  }
  if (reached > 0) parts.push(reached === 1 ? 'message sent' : `${reached} messages sent`)
  else if (asksMessage) parts.push('no message sent (no e-mail address)')
  const late = left.filter(({ message }) => message === overtaken).length
  const gone = left.length - late
  if (gone > 0) parts.push(`${pluralize(gone, 'post')} already deleted`)
  if (late > 0) parts.push(`${pluralize(late, 'post')} already decided by somebody else`)
  return `${capitalize(parts.join(', '))}.`
}

const maxExcerpt = 200
const maxExcerpts = 5

const excerptOf = (text: string): string => {
  const signs = [...text]
  return `“${signs.slice(0, maxExcerpt).join('')}${signs.length > maxExcerpt ? '…' : ''}”`
}

function authorEmail(
  { does, message }: Pick<BodyOf<'posts.decide'>, 'does'> & { message: string },
  posts: readonly string[],
): EmailTemplate {
  const isOne = posts.length === 1
  const which = isOne ? 'your post' : `${posts.length} of your posts`
  return {
    kind: 'post-decision',
    subject: does === 'delete' ? `We have deleted ${which}` : `About ${which}`,
    paragraphs: [
      does === 'delete'
        ? `We have deleted ${which}:`
        : `Somebody reported ${which}. We have looked at ${isOne ? 'it, and it stays' : 'them, and they stay'}:`,
      ...posts.slice(0, maxExcerpts).map(excerptOf),
      ...message.split(/\n+/).filter((line) => line.trim() !== ''),
    ],
  }
}
