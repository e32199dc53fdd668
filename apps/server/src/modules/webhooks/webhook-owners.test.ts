import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { webhookReceiver } from '../../testing/webhook-receiver.ts'
import { webhookTests } from './testing.ts'

const update = 'System · Integrations · update'
const list = 'System · Integrations · list'
const log = 'System · Audit log · list'

describe.each(oneEngine)('what the owner of a webhook may see on %s', (engine) => {
  const w = webhookTests(engine)
  const { ask, add, look, deliveries, types, recordsTold, hurry, bill, editBill } = w

  test('is all that is told', async () => {
    const person = await w.app.signIn(named(list, update, log, 'Operations · Tasks · list'))
    const { webhook } = await add({}, person.token)
    await bill()
    const [task] = await create(w.app.db, 'tasks', {})
    await expect.poll(recordsTold).toContain(task)
    const noted = (await deliveries(webhook._id)).map(({ type }: { type: string }) => type)
    expect(noted).toContain('tasks.create')
    expect(noted).not.toContain('bills.create')
  })

  test('counts for fields: who may not read the audit log isn’t told who changed what', async () => {
    const person = await w.app.signIn(named(list, update, 'Operations · Bills · list'))
    await add({}, person.token)
    const id = await bill()
    await editBill(id, { notes: 'a secret note' })
    await expect.poll(types).toContain('bills.update')
    const edit = w.receiver.taken().find(({ event }) => event.type === 'bills.update')
    expect(edit?.event.data).toMatchObject({
      record: { _id: id },
      actor: null,
      role: null,
      via: null,
      before: null,
      after: null,
      detail: null,
    })
    expect(JSON.stringify(w.receiver.messages)).not.toContain('a secret note')
  })

  test('is of records and fields that they see, as these were and became', async () => {
    const of = { module: 'Operations', submodule: 'Bills' }
    const person = await w.app.signIn(named(list, update, log, 'Operations · Bills · list'), {
      conditions: [{ ...of, action: 'list', where: { 'amount.max': '500' } }],
      fieldRules: [{ ...of, hidden: ['notes'], readOnly: [] }],
    })
    const { webhook } = await add({ areas: ['bills'] }, person.token)
    const [small = '', large = ''] = await create(
      w.app.db,
      'bills',
      { amount: 400, notes: 'a hidden note' },
      { amount: 900 },
    )
    await editBill(large, { title: 'Larger' })
    await editBill(small, { notes: 'another hidden note' })
    await editBill(small, { title: 'Smaller', notes: 'a third hidden note' })
    await editBill(small, { amount: 700 })
    const [last = ''] = await create(w.app.db, 'bills', { amount: 1 })
    await expect.poll(recordsTold).toContain(last)
    const own = () =>
      w.receiver
        .taken()
        .filter(({ event }) => [small, large].includes(event.data.record?._id))
        .map(({ event }) => [event.type, event.data.record._id])
    await expect.poll(own).toEqual([
      ['bills.create', small],
      ['bills.update', small],
    ])
    const bodies = w.receiver.taken().map(({ body }) => body)
    expect(bodies.join()).not.toContain('hidden note')
    const noted = (await deliveries(webhook._id)).map(({ type }: { type: string }) => type)
    expect(noted).toHaveLength(3)
  })

  test('counts when an event is sent: what waited until then is withheld', async () => {
    const person = await w.app.signIn(named(list, update, log, 'Operations · Bills · list'))
    const { webhook } = await add({ areas: ['bills'] }, person.token)
    w.receiver.answerWith(503)
    await bill({ title: 'Confidential' })
    await expect.poll(() => w.receiver.messages.length).toBe(1)
    await ask('roles.update', {
      body: { _id: person.roleId, permissions: granting(list, update, log) },
    })
    w.receiver.answerWith(200)
    await hurry()
    await expect.poll(async () => (await deliveries(webhook._id))[0].status).toBe('withheld')
    expect(w.receiver.taken()).toEqual([])
    // And neither title nor answer, which may repeat it, to somebody who may not see the record.
    const seen = (await deliveries(webhook._id, {}, person.token))[0]
    expect([seen.record, seen.answer]).toEqual([null, null])
  })

  test('counts for the log of deliveries: an answer may repeat fields that its reader may not see', async () => {
    w.receiver.answerWith(({ body }, response) => void response.writeHead(422).end(body))
    const { webhook } = await add({ areas: ['bills'] })
    await bill({ title: 'Hall', notes: 'a secret note' })
    await expect.poll(async () => (await deliveries(webhook._id))[0]?.tries).toBe(1)
    const seenBy = async (...names: string[]) => {
      const { token } = await w.app.signIn(named(list, ...names))
      const [{ record, answer, attempts }] = await deliveries(webhook._id, {}, token)
      return [record !== null, answer !== null, attempts[0].status]
    }
    expect(await seenBy(log, 'Operations · Bills · list')).toEqual([true, true, 422])
    expect(await seenBy('Operations · Bills · list')).toEqual([true, false, 422])
    expect(await seenBy(log)).toEqual([false, false, 422])
  })

  test.each([
    [
      'may not set up integrations any more',
      async ({ roleId }: { roleId: string }) =>
        ask('roles.update', { body: { _id: roleId, permissions: granting(list, log) } }),
    ],
    [
      'is deactivated',
      async ({ userId }: { userId: string }) =>
        ask('users.changeStatus', { params: { id: userId } }),
    ],
    [
      'is deleted',
      async ({ userId }: { userId: string }) => ask('users.delete', { params: { id: userId } }),
    ],
  ])(
    'who %s: it is switched off with a mail, and goes on where it was for a new one',
    async (_, end) => {
      const person = await w.app.signIn(named(list, update, log, 'Operations · Bills · list'))
      const { webhook } = await add({ areas: ['bills'] }, person.token)
      await end(person)
      const id = await bill()
      await expect.poll(async () => (await look(webhook._id)).offReason).toBe('owner')
      expect(w.receiver.messages).toEqual([])
      const { rows } = await sql<{
        email: string
      }>`select email from users where id = ${w.owner.userId}`.execute(w.app.db)
      await w.mailbox.take(rows[0]?.email ?? '', /“Receiver” has been switched off/)
      await ask('webhooks.update', { params: { id: webhook._id }, body: { state: 'on' } })
      await expect.poll(recordsTold).toEqual([id])
      expect((await look(webhook._id)).owner._id).toBe(w.owner.userId)
    },
  )

  test('learns that it was switched off, and so do the owners, each once', async () => {
    const person = await w.app.signIn(named(list, update, log, 'Operations · Bills · list'))
    w.receiver.answerWith(410)
    const told = (name: string) =>
      w.mailbox.mails.flatMap(({ subject, to }) =>
        subject === `The webhook “${name}” has been switched off` ? [to] : [],
      )
    for (const [name, token] of [
      ['Of staff', person.token],
      ['Of an owner', w.owner.token],
      ['Last', w.owner.token],
    ] as const) {
      await add({ name, areas: ['bills'] }, token)
      await bill()
      await expect.poll(() => told(name)).not.toEqual([])
    }
    const addressOf = async (id: string) => {
      const { rows } = await sql<{ email: string }>`
        select email from users where id = ${id}`.execute(w.app.db)
      return rows[0]?.email
    }
    const owner = await addressOf(w.owner.userId)
    const both = [await addressOf(person.userId), owner].sort()
    expect([told('Of staff').sort(), told('Of an owner')]).toEqual([both, [owner]])
  })

  test('attack: who redirects another’s webhook gets only what they may see themselves', async () => {
    const { webhook } = await add({ areas: ['bills', 'tasks'] })
    const person = await w.app.signIn(named(list, update, log, 'Operations · Tasks · list'))
    const own = await webhookReceiver()
    await ask('webhooks.update', {
      token: person.token,
      params: { id: webhook._id },
      body: { url: own.url },
    })
    await bill()
    const [task] = await create(w.app.db, 'tasks', {})
    await expect.poll(() => own.taken().map(({ event }) => event.data.record?._id)).toEqual([task])
    own.close()
    expect((await look(webhook._id)).owner._id).toBe(person.userId)
  })
})
