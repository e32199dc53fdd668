import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '../../db/write/audit.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { webhookReceiver } from '../../testing/webhook-receiver.ts'
import { removeOldDeliveries } from './deliveries.store.ts'
import { webhookTests } from './testing.ts'

describe.each(oneEngine)('sending webhooks on %s', (engine) => {
  const w = webhookTests(engine)
  const {
    ask,
    refused,
    add,
    look,
    deliveries,
    recordsTold,
    hurry,
    untilLookedAt,
    untilSealed,
    bill,
    editBill,
    untilTold,
  } = w

  /** Moves what waits so far away that no try comes by itself. */
  const postpone = () =>
    sql`update webhook_deliveries set next_at = clock_timestamp() + interval '1 hour'
      where status = 'waiting'`.execute(w.app.db)

  test('are tried again, in order for each record, while others go on', async () => {
    const { webhook } = await add({ areas: ['bills'] })
    const [bad, good] = [await bill(), await bill()]
    await expect.poll(recordsTold).toHaveLength(2)
    w.receiver.forget()
    w.receiver.answerWith(({ event }, response) => {
      response.writeHead(event.data.record._id === bad ? 500 : 204).end('no: busy')
    })
    const waiting = () => deliveries(webhook._id, { status: 'waiting' })
    await editBill(bad, { notes: 'bad 1' })
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1)
    const [first] = await waiting()
    expect(first).toMatchObject({ answer: 'no: busy', attempts: [{ status: 500 }] })
    expect(Date.parse(first.nextAt)).toBeGreaterThan(Date.parse(first.attempts[0].at))
    await postpone()
    for (const n of [2, 3]) await editBill(bad, { notes: `bad ${n}` })
    for (const n of [1, 2, 3]) await editBill(good, { notes: `good ${n}` })
    const notes = () => w.receiver.taken().map(({ event }) => event.data.after?.notes)
    await expect.poll(notes).toEqual(['good 1', 'good 2', 'good 3'])
    expect(w.receiver.messages.filter(({ status }) => status === 500)).toHaveLength(1)
    const tries = async () => (await waiting()).map((each: { tries: number }) => each.tries)
    await expect.poll(tries).toEqual([0, 0, 1])
    const failed = w.receiver.messages.find(({ status }) => status === 500)
    w.receiver.answerWith(200)
    await hurry()
    await expect.poll(() => notes().slice(3)).toEqual(['bad 1', 'bad 2', 'bad 3'])
    // The same event has the same id, each time with a signature of that moment.
    const again = w.receiver.taken().find(({ event }) => event.data.after.notes === 'bad 1')
    expect(again?.id).toBe(failed?.id)
  })

  test('once the receiver is back what waits is sent without waiting as long', async () => {
    w.receiver.answerWith(503)
    const { webhook } = await add({ areas: ['bills'] })
    const ids = [await bill(), await bill(), await bill(), await bill(), await bill(), await bill()]
    await expect
      .poll(async () => (await look(webhook._id)).failures, { timeout: 10_000 })
      .toBeGreaterThan(4)
    await postpone()
    expect(await look(webhook._id)).toMatchObject({ failingSince: expect.any(String), state: 'on' })
    w.receiver.answerWith(200)
    await sql`update webhook_deliveries set next_at = clock_timestamp() where record_id = ${ids[0]}`.execute(
      w.app.db,
    )
    await expect.poll(() => recordsTold().sort()).toEqual([...ids].sort())
    await expect.poll(() => look(webhook._id)).toMatchObject({ failures: 0, failingSince: null })
  })

  test('another address gets at once what its former one did not take', async () => {
    w.receiver.answerWith((_, response) => {
      response.writeHead(503, { 'retry-after': '600' }).end()
    })
    const { webhook } = await add({ areas: ['bills'] })
    const id = await bill()
    await expect.poll(async () => (await deliveries(webhook._id))[0]?.tries).toBe(1)
    expect((await look(webhook._id)).failures).toBe(1)
    const other = await webhookReceiver()
    const params = { id: webhook._id }
    const edited = await ask('webhooks.update', { params, body: { url: other.url } })
    expect(edited).toMatchObject({ failures: 0, failingSince: null, waiting: 1 })
    await expect.poll(() => other.taken().map(({ event }) => event.data.record._id)).toEqual([id])
    other.close()
  })

  test('after three days are switched off with a mail, and go on where they were once switched on', async () => {
    w.receiver.answerWith(500)
    const { webhook } = await add({ areas: ['bills'] })
    const [first, second] = [await bill(), await bill()]
    const tries = async () =>
      (await deliveries(webhook._id)).map((each: { tries: number }) => each.tries)
    await expect.poll(tries).toEqual([1, 1])
    await sql`
      update webhook_deliveries set first_tried_at = first_tried_at - interval '3 days', next_at = clock_timestamp()
      where record_id = ${first}`.execute(w.app.db)
    await expect.poll(async () => (await look(webhook._id)).offReason).toBe('failing')
    const { rows } = await sql<{
      email: string
    }>`select email from users where id = ${w.owner.userId}`.execute(w.app.db)
    const mail = await w.mailbox.take(rows[0]?.email ?? '', /“Receiver” has been switched off/)
    expect(mail.text).toContain('three days')
    const third = await bill()
    const entries = (
      await ask('auditLog.list', { query: { area: 'integrations', action: 'status' } })
    ).entries
    expect(entries[0]).toMatchObject({
      actor: null,
      record: { _id: webhook._id },
      after: { state: 'off', offReason: 'failing' },
    })
    w.receiver.answerWith(200)
    await hurry()
    await untilLookedAt()
    expect(w.receiver.taken()).toEqual([])
    await ask('webhooks.update', { params: { id: webhook._id }, body: { state: 'on' } })
    await expect.poll(() => recordsTold().sort()).toEqual([second, third].sort())
    // What was given up is in the log, and can be sent again.
    const [given] = await deliveries(webhook._id, { status: 'failed' })
    expect(given.record._id).toBe(first)
    await ask('webhooks.replay', { params: { id: webhook._id }, body: { delivery: given._id } })
    await expect.poll(() => recordsTold()[2]).toBe(first)
    expect(w.receiver.taken()[2]?.id).toBe(given.messageId)
  })

  test('410 Gone switches off at once; what was missed can be left out', async () => {
    w.receiver.answerWith(410)
    const { webhook } = await add({ areas: ['bills'] })
    await bill()
    await expect.poll(async () => (await look(webhook._id)).offReason).toBe('gone')
    await bill()
    await untilSealed()
    w.receiver.answerWith(200)
    w.receiver.forget()
    await ask('webhooks.update', { params: { id: webhook._id }, body: { state: 'on', skip: true } })
    const id = await bill()
    await expect.poll(recordsTold).toEqual([id])
    await expect.poll(() => look(webhook._id)).toMatchObject({ waiting: 0, offReason: null })
  })

  test('leave a receiver alone for as long as it asks', async () => {
    w.receiver.answerWith(
      (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end(),
    )
    await add({ areas: ['bills'] })
    await bill()
    await expect.poll(() => w.receiver.messages.length).toBe(1)
    w.receiver.answerWith(200)
    await hurry()
    await bill()
    await untilLookedAt()
    expect(w.receiver.taken()).toEqual([])
    await sql`update webhooks set paused_until = clock_timestamp()`.execute(w.app.db)
    await expect.poll(recordsTold).toHaveLength(2)
  })

  test('a receiver that never answers holds no other up, and only so many events at a time', async () => {
    const silent = await webhookReceiver()
    const heard: string[] = []
    silent.answerWith((message) => void heard.push(message.id))
    await add({ areas: ['bills'], url: silent.url })
    await add({ areas: ['bills'] })
    const ids = []
    for (let n = 0; n < 8; n += 1) ids.push(await bill())
    await expect.poll(() => recordsTold().sort()).toEqual([...ids].sort())
    expect(heard.length).toBeLessThanOrEqual(4)
    silent.close()
  })

  test('send again what the log holds of a span, under the same ids, also from before they were made', async () => {
    const before = await bill()
    const { webhook } = await add({ areas: ['bills'] })
    const id = await bill()
    await untilTold(id)
    const first = w.receiver.taken().find(({ event }) => event.data.record._id === id)
    const body = {
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 1_000).toISOString(),
    }
    await ask('webhooks.replay', { params: { id: webhook._id }, body })
    await expect.poll(() => recordsTold().filter((told) => told === id)).toHaveLength(2)
    await expect.poll(recordsTold).toContain(before)
    const again = w.receiver.taken().filter(({ event }) => event.data.record._id === id)
    expect(again.map((message) => message.id)).toEqual([first?.id, first?.id])
    await expect.poll(async () => (await look(webhook._id)).replay).toBeNull()
    const replays = (await deliveries(webhook._id)).filter(
      ({ isReplay }: { isReplay: boolean }) => isReplay,
    )
    expect(replays.length).toBeGreaterThanOrEqual(2)
    const year = { from: '2020-01-01', to: '2021-01-01' }
    expect(await refused('webhooks.replay', { params: { id: webhook._id }, body: year })).toContain(
      422,
    )
    await ask('webhooks.update', { params: { id: webhook._id }, body: { state: 'off' } })
    expect(await refused('webhooks.replay', { params: { id: webhook._id }, body })).toContain(409)
  })

  test('are bounded: in number, in what waits, in what is kept of deliveries', async () => {
    const { webhook } = await add({ areas: ['polls'] })
    await sql`
      insert into webhooks (id, name, url, secret, seal, state, off_reason)
      select gen_random_uuid(), 'Other ' || n, 'https://example.com', '', 0, 'off', 'person'
      from generate_series(1, 49) as n`.execute(w.app.db)
    expect(
      await refused('webhooks.create', { body: { name: 'One more', url: w.receiver.url } }),
    ).toEqual([409, 'conflict', expect.stringContaining('already 50 webhooks')])
    await sql`delete from webhooks where id <> ${webhook._id}`.execute(w.app.db)
    w.receiver.answerWith(503)
    await sql`
      insert into webhook_deliveries (webhook_id, entry_id, entry_at, area, action, next_at)
      select ${webhook._id}, 1, now(), 'polls', 'create', now() + interval '1 hour' from generate_series(1, 1000)`.execute(
      w.app.db,
    )
    await create(w.app.db, 'polls', {})
    await untilLookedAt()
    expect(await look(webhook._id)).toMatchObject({ waiting: 1_000, isBehind: true })
    await sql`update webhook_deliveries set status = 'sent', ended_at = now() - interval '31 days' where id % 2 = 0`.execute(
      w.app.db,
    )
    const bounds = { days: 30, kept: 100, max: 300 }
    let removed = 0
    for (let some = 1; some > 0; removed += some) some = await removeOldDeliveries(w.app.db, bounds)
    expect(removed).toBe(500)
    await sql`update webhook_deliveries set status = 'sent', ended_at = now() where webhook_id = ${webhook._id}`.execute(
      w.app.db,
    )
    while ((await removeOldDeliveries(w.app.db, bounds)) > 0);
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from webhook_deliveries`.execute(w.app.db)
    expect(rows[0]?.n).toBe(100)
    const page = await ask('webhooks.deliveries', {
      params: { id: webhook._id },
      query: { limit: '60' },
    })
    expect(page.deliveries).toHaveLength(60)
    const rest = await ask('webhooks.deliveries', {
      params: { id: webhook._id },
      query: { limit: '60', after: page.next },
    })
    expect([rest.deliveries.length, rest.next]).toEqual([40, null])
  })

  // The embedded engine has one transaction at a time.
  test.skipIf(engine === 'embedded')(
    'a transaction that commits after later ones is told',
    async () => {
      const { webhook } = await add({ areas: ['bills'] })
      const late = crypto.randomUUID()
      const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>()
      const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
      const slow = w.app.db.transaction().execute(async (tx) => {
        const record = { id: late, title: 'Late' }
        await auditEvent(tx, { user: w.owner.userId }, { area: 'bills', action: 'comment', record })
        begun()
        await mayCommit
      })
      await isBegun
      const early = await bill()
      await untilTold(early)
      // The webhook stands behind the later one.
      await expect.poll(() => look(webhook._id)).toMatchObject({ waiting: 0, isBehind: false })
      expect(recordsTold()).toEqual([early])
      commit()
      await slow
      await expect.poll(recordsTold).toEqual([early, late])
      const [last, first] = w.receiver
        .taken()
        .map(({ event }) => Number(event.data._id))
        .reverse()
      expect(last).toBeLessThan(first ?? 0)
    },
  )

  test('are sent by several servers without being sent twice', async () => {
    await w.app.another()
    await w.app.another()
    const { webhook } = await add({ areas: ['tasks'] })
    const ids = await create(w.app.db, 'tasks', ...Array.from({ length: 60 }, () => ({})))
    await expect.poll(() => recordsTold().sort(), { timeout: 15_000 }).toEqual([...ids].sort())
    // Once nothing waits, nothing is sent any more.
    await expect.poll(() => look(webhook._id)).toMatchObject({ waiting: 0, isBehind: false })
    await untilLookedAt()
    expect(w.receiver.messages).toHaveLength(60)
  })
})
