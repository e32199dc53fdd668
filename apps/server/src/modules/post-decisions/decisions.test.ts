import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { maxMessagesAnHour } from './decisions.service.ts'

const posts = (action: 'list' | 'delete'): Permission =>
  permission('Community', 'Feed posts', action)
const membersStatus: Permission = permission('Users', 'Members', 'status')

describe.each(oneEngine)('decisions about posts on %s', (engine) => {
  let app: TestApp
  let mailbox: Mailbox
  let token: string
  let me: string
  beforeAll(async () => {
    mailbox = await openMailbox()
    app = await startTestApp(engine, { smtpUrl: mailbox.url })
    const signedIn = await app.signIn('owner')
    token = signedIn.token
    me = signedIn.userId
  })
  afterAll(async () => {
    await app.dispose()
    await mailbox.close()
  })

  const post = async (columns: object = {}): Promise<string> =>
    (await create(app.db, 'posts', { report_count: 3, ...columns }))[0] ?? ''
  const author = async (columns: object = {}): Promise<string> =>
    (await create(app.db, 'users', { type: 'member', name: 'Ada Author', ...columns }))[0] ?? ''
  const decide = async (does: 'keep' | 'delete', ids: string[], more: object = {}, by = token) => {
    const body = { does, posts: ids.map((_id) => ({ _id })), ...more }
    const answer = await app.call('posts.decide', { token: by, body })
    if (answer.status === 200) mustFitContract('posts.decide', answer.body)
    return answer
  }
  const undo = async (id: string, by = token) => {
    const answer = await app.call('posts.undoDecision', { token: by, params: { id } })
    if (answer.status === 200) mustFitContract('posts.undoDecision', answer.body)
    return answer
  }
  const details = async (id: string) =>
    (await app.call('posts.details', { token, params: { id } })).body.data
  const statusOf = async (id: string) =>
    (await app.call('users.details', { token, params: { id } })).body.data.status
  const waiting = async () => {
    const query = { 'openReportCount.min': '1', limit: 100 }
    const { body } = await app.call('posts.list', { token, query })
    expect(body.data.pagination.total).toBe(body.data.posts.length)
    return body.data.posts.map(({ _id }: { _id: string }) => _id)
  }
  const logOf = async (batch: string) =>
    (await app.call('auditLog.list', { token, query: { batch } })).body.data.entries

  test('a kept post leaves the queue with who and when, and new reports bring it back', async () => {
    const id = await post()
    expect(await waiting()).toContain(id)
    const { status, body } = await decide('keep', [id], { reason: 'A joke among friends' })
    expect([status, body.message]).toEqual([200, 'Post kept.'])
    expect(body.data.posts).toMatchObject([
      {
        reportCount: 3,
        openReportCount: 0,
        reportsHandledAt: expect.any(String),
        reportsHandledBy: { _id: me },
      },
    ])
    expect(await waiting()).not.toContain(id)
    const { body: home } = await app.call('dashboard.waiting', { token })
    expect(home.data.items).toContainEqual(
      expect.objectContaining({ kind: 'reportedPosts', count: (await waiting()).length }),
    )
    expect(await logOf(body.data.batch)).toMatchObject([
      {
        action: 'keep',
        detail: 'A joke among friends',
        before: { reportsHandled: 0 },
        after: { reportsHandled: 3, reportsHandledBy: { _id: me } },
      },
    ])
    await app.db.updateTable('posts').set({ report_count: 5 }).where('id', '=', id).execute()
    expect(await details(id)).toMatchObject({ reportCount: 5, openReportCount: 2 })
    expect(await waiting()).toContain(id)
  })

  test('only the reports that were seen are handled, and a second time changes nothing', async () => {
    const id = await post({ report_count: 4 })
    const seen = { posts: [{ _id: id, reportCount: 3 }] }
    const first = await decide('keep', [id], seen)
    expect(first.body.data.posts[0].openReportCount).toBe(1)
    const before = await details(id)
    const again = await decide('keep', [id], seen)
    expect(again.status).toBe(200)
    expect(await details(id)).toEqual(before)
    expect(again.body.data.batch).toBeNull()
  })

  test('post, author, reason and message are one change, undone as one', async () => {
    const by = await author({ email: 'ada@members.example' })
    const id = await post({ author_id: by, text: 'Buy my pills' })
    const { status, body } = await decide('delete', [id], {
      deactivateAuthors: true,
      reason: 'Spam',
      message: 'Please read our rules.\nNo advertising.',
    })
    expect([status, body.message]).toEqual([
      200,
      'Post by Ada Author deleted, author deactivated, message sent.',
    ])
    expect((await details(id)).deletedAt).toEqual(expect.any(String))
    expect(await statusOf(by)).toBe('inactive')
    const mail = await mailbox.take('ada@members.example', /deleted your post/)
    expect(mail.text).toContain('Buy my pills')
    expect(mail.text).toContain('No advertising.')
    expect(mail.text).not.toContain('Spam')
    const log = await logOf(body.data.batch)
    expect(
      log.map((each: { action: string; detail: string }) => [each.action, each.detail]),
    ).toEqual(
      expect.arrayContaining([
        ['delete', 'Spam'],
        ['status', 'Spam'],
        ['update', 'Message to the author: Please read our rules.\nNo advertising.'],
      ]),
    )
    const back = await undo(body.data.batch)
    expect([back.status, back.body.data.left]).toEqual([200, []])
    expect(back.body.message).toBe('Decision undone')
    expect((await details(id)).deletedAt ?? null).toBeNull()
    expect(await statusOf(by)).toBe('active')
    // Pressed twice, it says so and changes nothing.
    expect((await undo(body.data.batch)).status).toBe(409)
  })

  test('several posts, one decision: who is gone is named, the log undoes it as a batch too', async () => {
    const by = await author()
    const ids = [await post({ author_id: by }), await post({ author_id: by })]
    const gone = newId()
    const { body } = await decide('keep', [...ids, gone], { message: 'Hello' })
    expect(body.data.left).toMatchObject([{ _id: gone }])
    // Ada has no address.
    expect(body.data.authors).toMatchObject([{ _id: by, deactivated: false, messaged: false }])
    expect(body.message).toBe(
      '2 posts kept, no message sent (no e-mail address), 1 post already deleted.',
    )
    const answer = await app.call('auditLog.undo', { token, params: { id: body.data.batch } })
    expect([answer.status, answer.body.data.entries.length]).toEqual([200, 2])
    expect(await details(ids[0] ?? '')).toMatchObject({
      openReportCount: 3,
      reportsHandledAt: null,
      reportsHandledBy: null,
    })
    expect((await decide('keep', [gone])).status).toBe(404)
  })

  test('what somebody else has decided meanwhile is left, and no author told of it twice', async () => {
    const by = await author({ email: 'twice@members.example' })
    const ids = [await post({ author_id: by }), await post(), await post()] as const
    const seen = ids.map((_id) => ({ _id, deleted: false, reportsHandledAt: null }))
    await decide('delete', [ids[0]])
    await decide('keep', [ids[1]])
    const alone = { posts: seen.slice(0, 1), message: 'Hello' }
    const late = await decide('delete', [], alone)
    expect([late.status, late.body.message]).toEqual([
      409,
      'Somebody else has decided about this post meanwhile. Nothing was changed: look at it again.',
    ])
    expect((await decide('keep', [], { posts: seen.slice(1, 2) })).status).toBe(409)
    const { body } = await decide('delete', [], { posts: seen, message: 'Hello' })
    expect(body.message).toBe(
      'Post deleted, no message sent (no e-mail address), 2 posts already decided by somebody else.',
    )
    expect(body.data.left.map(({ _id }: { _id: string }) => _id).sort()).toEqual(
      ids.slice(0, 2).sort(),
    )
    expect(body.data.authors).toEqual([])
    const { reportsHandledAt } = await details(ids[1])
    const now = { posts: [{ _id: ids[1], deleted: false, reportsHandledAt }] }
    expect((await decide('delete', [], now)).body.message).toBe('Post deleted.')
  })

  test('of a post that is deleted already, what is said is about its author', async () => {
    const id = await post({ author_id: await author() })
    const nobody = await post()
    await decide('delete', [id, nobody])
    const { body } = await decide('delete', [id], { deactivateAuthors: true, reason: 'Spam' })
    expect(body.message).toBe('Ada Author deactivated.')
    expect((await decide('delete', [nobody])).body.message).toBe('Post deleted.')
  })

  test('needs the delete permission, and that of the author’s status; else nothing is done', async () => {
    const by = await author()
    const id = await post({ author_id: by })
    const reader = await app.signIn([posts('list')])
    expect((await decide('keep', [id], {}, reader.token)).status).toBe(403)
    const moderator = await app.signIn([posts('list'), posts('delete')])
    const refused = await decide('delete', [id], { deactivateAuthors: true }, moderator.token)
    expect(refused.status).toBe(403)
    expect((await details(id)).deletedAt ?? null).toBeNull()
    const more = await app.signIn([posts('list'), posts('delete'), membersStatus])
    const done = await decide('delete', [id], { deactivateAuthors: true }, more.token)
    expect(done.status).toBe(200)
    expect(await statusOf(by)).toBe('inactive')
    // It is nobody else's to take back by this call; whoever made it needs no log.
    expect((await undo(done.body.data.batch, moderator.token)).status).toBe(404)
    expect((await undo(done.body.data.batch, more.token)).status).toBe(200)
    expect(await statusOf(by)).toBe('active')
  })

  test('an author who may not be deactivated keeps the whole decision from being made', async () => {
    const id = await post({ author_id: me })
    const { status } = await decide('delete', [id], { deactivateAuthors: true })
    expect(status).toBe(409)
    expect((await details(id)).deletedAt ?? null).toBeNull()
  })

  test('an undo leaves what somebody has changed since, and says so', async () => {
    const by = await author()
    const id = await post({ author_id: by })
    const { body } = await decide('delete', [id], { deactivateAuthors: true })
    await app.call('users.changeStatus', { token, params: { id: by } })
    const back = await undo(body.data.batch)
    expect(back.body.data.left).toMatchObject([{ _id: by }])
    expect((await details(id)).deletedAt ?? null).toBeNull()
  })

  test('the same key decides once', async () => {
    const id = await post()
    const body = { does: 'keep', posts: [{ _id: id }] }
    const send = () =>
      app.call('posts.decide', { token, body, headers: { 'Idempotency-Key': `keep-${id}` } })
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect(await logOf(first.body.data.batch)).toHaveLength(1)
  })

  test('what was known of the reports at a moment is shown as it was', async () => {
    const id = await post({ reports: [{ reason: 'Rude', reporter: 'Bo', at: null }] })
    const asOf = new Date().toISOString()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await decide('keep', [id])
    const query = { asOf }
    const then = await app.call('posts.details', { token, params: { id }, query })
    expect(then.body.data).toMatchObject({
      openReportCount: 3,
      reportsHandledAt: null,
      reports: [{ reason: 'Rude', reporter: 'Bo' }],
    })
  })

  test('messages of one person end at a number an hour, decisions don’t', async () => {
    const person = await app.signIn('owner')
    const by = await author({ email: 'many@members.example' })
    await app.db
      .insertInto('audit_entries')
      .values(
        Array.from({ length: maxMessagesAnHour - 1 }, () => ({
          actor_id: person.userId,
          through: 'api',
          action: 'update',
          area: 'posts',
          detail: 'Message to the author: x',
        })),
      )
      .execute()
    const ids = await Promise.all(Array.from({ length: 8 }, () => post({ author_id: by })))
    const answers = await Promise.all(
      ids.map((id) => decide('keep', [id], { message: 'One more' }, person.token)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array(7).fill('3600'))
    expect((await decide('keep', ids, {}, person.token)).status).toBe(200)
  })

  test('many posts are kept by a job', async () => {
    const job = { area: 'posts', action: 'keep', ids: [await post(), await post()] }
    const started = await app.call('jobs.create', { token, body: job })
    expect(started.status).toBe(201)
    await expect
      .poll(async () => (await details(job.ids[1] ?? '')).openReportCount, { timeout: 20_000 })
      .toBe(0)
  })
})
