import type { BodyOf } from '@steward/contract/calls/endpoints'
import { capitalize } from '@steward/contract/values/capitalize'
import { msg } from '@steward/i18n/reader'
import { messageOf, type Said, type Sentence, say } from '@steward/i18n/sentence'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import { asTyped, type EmailTemplate } from '../../mail/email-template.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { undo } from '../audit-log/undo.service.ts'
import { postsArea, postTitle } from '../posts/posts.area.ts'
import type { PostRow } from '../posts/posts.store.ts'
import { findPosts } from '../posts/posts.store.ts'
import { type Decided, decide, overtaken } from './decisions.service.ts'
import { countOwnChanges } from './decisions.store.ts'

const shownTo = ({ scope }: Session, post: PostRow): PostRow =>
  scope?.withoutHidden('posts', post) ?? post

export function decisionsHandlers(
  services: Services,
): Handlers<'posts.decide' | 'posts.undoDecision'> {
  const { db, mailer } = services
  return {
    'posts.decide': async ({ body, session }) => {
      const decided = await decide(db, session, body)
      const posts = decided.posts.map((post) => shownTo(session, post))
      for (const { user, posts, messaged } of decided.authors) {
        if (!messaged || user.email === null || body.message === null) continue
        const texts = posts.map(({ text }) => text)
        const mail = authorEmail({ does: body.does, message: body.message }, texts)
        mailer.send(accountHolder({ ...user, email: user.email }), mail)
      }
      return {
        message: said({ ...decided, posts }, body.does, body.message !== null),
        data: {
          batch: decided.batch,
          posts: posts.map((post) => postsArea.view(post)),
          left: decided.left.map(({ id, message }) => ({ _id: id, ...messageOf(message) })),
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
      const seesAll = { areas: [], types: [], all: true, scope: null }
      const { entries, left } = await undo(services, session, { batch: id }, seesAll)
      if (left.length === changes && left[0]) throw left[0].failure
      const ids = entries.flatMap(({ area, record_id }) =>
        area === 'posts' && record_id ? [record_id] : [],
      )
      return {
        message: left.length === 0 ? msg('Decision undone') : msg('Decision undone in part'),
        data: {
          posts: (await findPosts(db, ids)).map((post) => postsArea.view(shownTo(session, post))),
          left: left.map(({ record, failure }) => ({
            _id: record.id,
            ...messageOf(failure.said),
          })),
        },
      }
    },
  }
}

function said(
  { changed, posts, left, authors }: Decided,
  does: 'keep' | 'delete',
  asksMessage: boolean,
): Said {
  const failed = new Set(left.map(({ id }) => id))
  const done = posts.filter(({ id }) => !failed.has(id))
  const off = authors.filter(({ deactivated }) => deactivated)
  const reached = authors.filter(({ messaged }) => messaged).length
  const parts: Sentence[] = []
  const [only] = done.length === 1 ? done : []
  // A post that was deleted already is only mentioned if its author isn't affected.
  const isNamed = does === 'keep' || changed > 0 || !(off.length > 0 || asksMessage)
  if (isNamed) parts.push(only ? ofPost(only, does) : ofPosts(done.length, does))
  if (off[0]) {
    const isKnown = only && isNamed
    if (off.length > 1) {
      parts.push(
        say('{count, plural, one {# author} other {# authors}} deactivated', { count: off.length }),
      )
    } else if (isKnown) parts.push(say('author deactivated', {}))
    else {
      const { name } = off[0].user
      parts.push(say('{name} deactivated', { name: isNamed ? name : capitalize(name) }))
    }
  }
  const isFirst = parts.length === 0
  if (reached > 1) parts.push(say('{count} messages sent', { count: reached }))
  else if (reached === 1) parts.push(say(isFirst ? msg('Message sent') : msg('message sent'), {}))
  else if (asksMessage) {
    parts.push(
      say(
        isFirst
          ? msg('No message sent (no e-mail address)')
          : msg('no message sent (no e-mail address)'),
        {},
      ),
    )
  }
  const late = left.filter(({ message }) => message === overtaken).length
  const gone = left.length - late
  if (gone > 0) {
    parts.push(
      say('{count, plural, one {# post} other {# posts}} already deleted', { count: gone }),
    )
  }
  if (late > 0) {
    parts.push(
      say('{count, plural, one {# post} other {# posts}} already decided by somebody else', {
        count: late,
      }),
    )
  }
  const whole = parts.reduceRight((others, part) => say('{part}, {others}', { part, others }))
  return say('{whole}.', { whole })
}

const ofPost = (post: Decided['posts'][number], does: 'keep' | 'delete') =>
  does === 'keep'
    ? say('{post} kept', { post: postTitle(post) })
    : say('{post} deleted', { post: postTitle(post) })

const ofPosts = (count: number, does: 'keep' | 'delete') =>
  does === 'keep'
    ? say('{count, plural, one {# post} other {# posts}} kept', { count })
    : say('{count, plural, one {# post} other {# posts}} deleted', { count })

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
  const values = { count: posts.length }
  const lines = [
    ...posts.slice(0, maxExcerpts).map(excerptOf),
    ...message.split(/\n+/).filter((line) => line.trim() !== ''),
  ]
  return {
    kind: 'post-decision',
    subject:
      does === 'delete'
        ? say('We have deleted {count, plural, one {your post} other {# of your posts}}', values)
        : say('About {count, plural, one {your post} other {# of your posts}}', values),
    paragraphs: [
      does === 'delete'
        ? say('We have deleted {count, plural, one {your post} other {# of your posts}}:', values)
        : say(
            '{count, plural, one {Somebody reported your post. We have looked at it, and it stays:} other {Somebody reported # of your posts. We have looked at them, and they stay:}}',
            values,
          ),
      ...lines.map(asTyped),
    ],
  }
}
