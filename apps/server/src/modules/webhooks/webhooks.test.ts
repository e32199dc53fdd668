import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test } from 'vitest'
import { write } from '../../db/write/write.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { webhookTests } from './testing.ts'

const update = 'System · Integrations · update'
const list = 'System · Integrations · list'

describe.each(oneEngine)('webhooks on %s', (engine) => {
  const w = webhookTests(engine)
  const {
    ask,
    refused,
    add,
    look,
    deliveries,
    types,
    recordsTold,
    hurry,
    untilLookedAt,
    untilSealed,
    bill,
    editBill,
    untilTold,
  } = w

  test('tell what the audit log tells, signed so that two libraries take it', async () => {
    await untilSealed()
    const { webhook, secret } = await add()
    expect(webhook).toMatchObject({ state: 'on', owner: { _id: w.owner.userId }, waiting: 0 })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const id = await bill({ title: 'Hall', notes: 'Grüße' })
    await editBill(id, { title: 'Hall hire', amount: 900 })
    await expect
      .poll(() => types().sort())
      .toEqual(['bills.create', 'bills.update', 'integrations.create'])
    for (const { headers, body, event } of w.receiver.taken()) {
      expect(new StandardWebhook(secret).verify(body, headers)).toEqual(event)
      expect(() => new SvixWebhook(secret).verify(body, headers)).not.toThrow()
      expect(() => new SvixWebhook(secret).verify(`${body} `, headers)).toThrow()
      expect(headers).toMatchObject({ 'content-type': 'application/json' })
      const altered = body.replace('"type"', '"typo"')
      expect(() => new StandardWebhook(secret).verify(altered, headers)).toThrow()
    }
    const edit = w.receiver.taken().find(({ event }) => event.type === 'bills.update')
    const [entry] = (await ask('auditLog.list', { query: { record: id, action: 'update' } }))
      .entries
    expect(edit?.event).toEqual({
      type: 'bills.update',
      timestamp: entry.at,
      data: {
        _id: entry._id,
        area: 'bills',
        action: 'update',
        record: { _id: id, title: entry.record.title },
        count: 1,
        records: null,
        batch: null,
        undoes: null,
        actor: { _id: w.owner.userId, name: entry.actor.name },
        role: entry.role,
        through: 'api',
        via: null,
        before: { title: 'Hall', amount: 1250 },
        after: { title: 'Hall hire', amount: 900 },
        detail: null,
        cut: false,
      },
    })
    await expect
      .poll(() => look(webhook._id))
      .toMatchObject({ failures: 0, waiting: 0, isBehind: false })
    const [last] = await deliveries(webhook._id)
    expect((await deliveries(webhook._id)).map(({ type }: { type: string }) => type)).toEqual([
      'bills.update',
      'bills.create',
      'integrations.create',
    ])
    expect(last).toMatchObject({
      messageId: edit?.id,
      type: 'bills.update',
      record: { _id: id },
      status: 'sent',
      tries: 1,
      nextAt: null,
      attempts: [{ status: 200, error: null }],
    })
  })

  test('tell nothing of what is rolled back', async () => {
    await add({ areas: ['bills'] })
    const id = await bill({ number: 'TAKEN-1' })
    const other = await bill()
    expect(
      await refused('bills.update', {
        params: { id: other },
        body: { data: { number: 'TAKEN-1' } },
      }),
    ).toContain(409)
    const last = await bill()
    await expect.poll(() => recordsTold().sort()).toEqual([id, other, last].sort())
  })

  test('tell of areas and actions that were chosen', async () => {
    await add({ areas: ['tasks', 'bills'], actions: ['update', 'delete'] })
    const id = await bill()
    const [task = ''] = await create(w.app.db, 'tasks', {})
    await editBill(id, { title: 'Other' })
    await ask('bills.delete', { params: { id } })
    await ask('tasks.update', { params: { id: task }, body: { title: 'Sweep' } })
    await expect
      .poll(() => types().sort())
      .toEqual(['bills.delete', 'bills.update', 'tasks.update'])
  })

  test('tell of records that a list shows under its filter, deleted ones too', async () => {
    const { webhook } = await add({
      filter: { list: 'bills', query: { status: 'due', 'amount.min': '500' } },
    })
    expect(webhook).toMatchObject({ areas: ['bills'], filter: { query: { status: 'due' } } })
    const [small, draft, due] = [
      await bill({ status: 'due', amount: 100 }),
      await bill({ status: 'draft', amount: 900 }),
      await bill({ status: 'due', amount: 900 }),
    ]
    await create(w.app.db, 'tasks', {})
    await untilTold(due)
    await editBill(draft, { status: 'due' })
    await ask('bills.delete', { params: { id: due } })
    await expect.poll(() => recordsTold().sort()).toEqual([draft, due, due].sort())
    expect(types().sort()).toEqual(['bills.create', 'bills.delete', 'bills.status'])
    expect(recordsTold()).not.toContain(small)
  })

  test.each([
    [
      'a value that the list refuses',
      { list: 'bills', query: { status: 'lost' } },
      'filter.query.status',
    ],
    ['a moment of the past', { list: 'bills', query: { asOf: '2020-01-01' } }, 'filter.query.asOf'],
    ['no list', { list: 'nothing', query: {} }, 'filter.list'],
    ['a query that is too long', { list: 'bills', query: { search: 'x'.repeat(5_000) } }, 'filter'],
  ])('take no filter with %s', async (_, filter, path) => {
    const body = { name: 'R', url: w.receiver.url, filter }
    const answer = await w.app.call('webhooks.create', { token: w.owner.token, body })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
    expect(await ask('webhooks.list')).toEqual([])
  })

  test('take no areas beside those of the filter, and no filter by a list that one may not see', async () => {
    const body = { name: 'R', url: w.receiver.url, filter: { list: 'bills', query: {} } }
    expect(await refused('webhooks.create', { body: { ...body, areas: ['tasks'] } })).toContain(422)
    const { token } = await w.app.signIn(named(list, update))
    expect(await refused('webhooks.create', { token, body })).toContain(403)
  })

  test('tell of an import with the ids of its records, before anything else about these', async () => {
    w.receiver.answerWith(500)
    await add({ areas: ['tasks'] })
    const batch = crypto.randomUUID()
    const ids = ['a', 'b', 'c'].map(() => crypto.randomUUID())
    await write(w.app.db, { user: w.owner.userId, batch, through: 'import' }, (writing) =>
      writing.insert(
        'tasks',
        ids.map((id) => ({
          id,
          title: 'Imported',
          description: null,
          assignee_id: null,
          due_at: null,
        })),
      ),
    )
    const [, second = ''] = ids
    await ask('tasks.update', { params: { id: second }, body: { title: 'Changed' } })
    await expect.poll(() => w.receiver.messages.length).toBe(1)
    w.receiver.answerWith(200)
    await hurry()
    await expect.poll(types).toEqual(['tasks.create', 'tasks.update'])
    const [made] = w.receiver.taken()
    expect(made?.event.data).toMatchObject({ count: 3, records: ids, batch, record: null })
  })

  test('secrets: shown once, encrypted, never in the audit log; both sign while one replaces the other', async () => {
    const { webhook, secret } = await add({ areas: ['bills'] })
    const rotated = await ask('webhooks.rotateSecret', { params: { id: webhook._id }, body: {} })
    expect(rotated.secret).not.toBe(secret)
    expect(Date.parse(rotated.webhook.overlapUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await bill()
    await expect.poll(() => w.receiver.taken().length).toBe(1)
    const { body = '', headers = {} } = w.receiver.taken()[0] ?? {}
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const each of [secret, rotated.secret]) {
      new StandardWebhook(each).verify(body, headers)
      new SvixWebhook(each).verify(body, headers)
    }
    await sql`update webhooks set previous_until = now()`.execute(w.app.db)
    await bill()
    await expect.poll(() => w.receiver.taken().length).toBe(2)
    const late = w.receiver.taken()[1]
    new StandardWebhook(rotated.secret).verify(late?.body ?? '', late?.headers ?? {})
    expect(() =>
      new StandardWebhook(secret).verify(late?.body ?? '', late?.headers ?? {}),
    ).toThrow()
    // One that became known to others counts no longer at once.
    const third = await ask('webhooks.rotateSecret', {
      params: { id: webhook._id },
      body: { overlapHours: 0 },
    })
    expect(third.webhook.overlapUntil).toBeNull()
    const { rows } = await sql`select * from webhooks`.execute(w.app.db)
    const told = JSON.stringify([
      rows,
      await ask('webhooks.list'),
      await ask('auditLog.list', { query: { area: 'integrations' } }),
      await deliveries(webhook._id),
    ])
    for (const each of [secret, rotated.secret, third.secret])
      expect(told).not.toContain(each.replace('whsec_', ''))
  })

  test('the test button sends one event, and shows what came back', async () => {
    const { webhook, secret } = await add({ areas: ['polls'] })
    w.receiver.answerWith((_, response) => void response.writeHead(202).end('x'.repeat(5_000)))
    const shown = await ask('webhooks.test', { params: { id: webhook._id } })
    expect(shown).toMatchObject({ status: 202, error: null, answer: 'x'.repeat(1_024) })
    const [message] = w.receiver.messages
    expect(message?.event).toMatchObject({
      type: 'webhook.test',
      data: { webhook: { _id: webhook._id } },
    })
    new StandardWebhook(secret).verify(message?.body ?? '', message?.headers ?? {})
    await ask('webhooks.update', {
      params: { id: webhook._id },
      body: { url: 'http://127.0.0.1:9/' },
    })
    const failed = await ask('webhooks.test', { params: { id: webhook._id } })
    expect(failed).toMatchObject({
      status: null,
      error: { message: 'The machine refused the connection.' },
      answer: '',
    })
  })

  test('leave the fields out of an event that would be too large', async () => {
    await add({ areas: ['polls'] })
    const questions = Array.from({ length: 40 }, () => ({
      text: 'x'.repeat(9_000),
      options: [{ text: 'y', votes: 0 }],
    }))
    const [id] = await create(w.app.db, 'polls', { questions })
    await expect.poll(recordsTold).toEqual([id])
    expect(w.receiver.taken()[0]?.event.data).toMatchObject({
      cut: true,
      before: null,
      after: null,
    })
  })

  test('are changed by who may, told to the audit log, and deleted with a way back', async () => {
    const { webhook } = await add({ areas: ['bills'] })
    const params = { id: webhook._id }
    const reader = await w.app.signIn(named(list))
    expect(await ask('webhooks.list', { token: reader.token })).toHaveLength(1)
    expect(
      await refused('webhooks.update', { token: reader.token, params, body: { name: 'X' } }),
    ).toContain(403)
    const edited = await ask('webhooks.update', {
      params,
      body: { name: 'Till', version: webhook.version },
    })
    expect(edited).toMatchObject({ name: 'Till', version: 2 })
    expect(
      await ask('webhooks.update', { params, body: { name: 'Till', areas: ['bills'] } }),
    ).toMatchObject({ version: 2, updatedAt: edited.updatedAt })
    expect(await refused('webhooks.update', { params, body: { name: 'Y', version: 1 } })).toContain(
      'out_of_date',
    )
    await ask('webhooks.delete', { params })
    expect(await ask('webhooks.list')).toEqual([])
    expect(await refused('webhooks.test', { params })).toContain(404)
    const missed = await bill()
    await untilLookedAt()
    expect(w.receiver.messages).toEqual([])
    await ask('webhooks.restore', { params })
    await expect.poll(recordsTold).toEqual([missed])
    const { entries } = await ask('auditLog.list', {
      query: { area: 'integrations', record: webhook._id },
    })
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'restore',
      'delete',
      'update',
      'create',
    ])
    expect(entries[2]).toMatchObject({ before: { name: 'Receiver' }, after: { name: 'Till' } })
  })
})
