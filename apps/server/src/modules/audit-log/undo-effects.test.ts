import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { callFrom, goodPassword } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin } from '../../testing/factories.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { confirmationIn, type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { maxAtOnce } from './undo.service.ts'

describe.each(oneEngine)('what an undo leads to, on %s', (engine) => {
  let app: TestApp
  let mailbox: Mailbox
  let token: string
  beforeAll(async () => {
    mailbox = await openMailbox()
    app = await startTestApp(engine, { smtpUrl: mailbox.url })
    token = (await app.signIn('owner')).token
  })
  afterAll(async () => {
    await app.dispose()
    await mailbox.close()
  })

  const latest = async (record: string): Promise<string> =>
    (await app.call('auditLog.list', { token, query: { record } })).body.data.entries[0]._id
  const undo = (id: string, by = token) => app.call('auditLog.undo', { token: by, params: { id } })

  test('that an address was confirmed stays', async () => {
    const body = { name: 'Ann', email: 'ann@example.com', password: goodPassword }
    await callFrom(app, '10.40.0.1', 'accounts.register', body)
    const confirmation = confirmationIn(await mailbox.take(body.email, /Confirm your e-mail/))
    await app.call('accounts.confirmAddress', { body: { token: confirmation } })
    const { body: people } = await app.call('users.listAdmins', { token, query: { search: 'Ann' } })
    const answer = await undo(await latest(people.data.users[0]._id))
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'conflict',
      'This entry has no change to undo.',
    ])
  })

  test('the former address of an admin is told that it is another one again', async () => {
    const { id } = await createAdmin(app.db, null, { email: 'before@example.com' })
    const changed = { token, params: { id }, body: { email: 'after@example.com' } }
    expect((await app.call('users.update', changed)).status).toBe(200)
    await mailbox.take('before@example.com', /has been changed/)
    expect((await undo(await latest(id))).status).toBe(200)
    await mailbox.take('after@example.com', /has been changed/)
  })

  test('a name that is taken by now is said at its field, by an undo and by a job', async () => {
    const [id = ''] = await create(app.db, 'categories', { name: 'Games' })
    await app.call('categories.delete', { token, params: { id } })
    await create(app.db, 'categories', { name: 'Games' })
    const errors = [{ path: 'name', msg: 'Another category in the same place now has this name.' }]
    const { status, body } = await undo(await latest(id))
    expect([status, body.code, body.errors]).toEqual([409, 'taken', errors])
    const started = { area: 'categories', action: 'restore', ids: [id] }
    const { body: job } = await app.call('jobs.create', { token, body: started })
    await jobEnd(app, token, job.data._id)
    const failed = await app.call('jobs.failures', { token, params: { id: job.data._id } })
    expect(failed.body.data.failures).toMatchObject([{ _id: id, name: 'Games', errors }])
  })

  test('as a job, each record needs the permission of what becomes of it', async () => {
    const batch = newId()
    const rows = Array.from({ length: maxAtOnce + 1 }, (_, n) => ({
      id: newId(),
      title: `Imported ${n}`,
    }))
    const actor = { user: null, through: 'import' as const, batch }
    await write(app.db, actor, ({ insert }) => insert('tasks', rows))
    const helper = await app.signIn([
      permission('System', 'Audit log', 'undo'),
      permission('Operations', 'Tasks', 'list'),
      permission('Operations', 'Tasks', 'import'),
    ])
    const { body } = await undo(batch, helper.token)
    const job = await jobEnd(app, helper.token, body.data.jobs[0])
    expect(job).toMatchObject({ status: 'done', changed: 0, failed: maxAtOnce + 1 })
    const params = { id: job._id }
    const failed = await app.call('jobs.failures', { token: helper.token, params })
    const needed = 'You need the permission “Operations · Tasks · delete”'
    expect(failed.body.data.failures[0].message).toContain(needed)
  })
})
