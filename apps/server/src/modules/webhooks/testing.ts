import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Config } from '../../config.ts'
import type { Connection } from '../../db/connection/connection.ts'
import { readNetworks } from '../../http/outbound-networks.ts'
import { create } from '../../testing/factories.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { type WebhookReceiver, webhookReceiver } from '../../testing/webhook-receiver.ts'

/** A server that may send to loopback, with a receiver for each test, and what the tests ask of it. */
export function webhookTests(engine: Connection['engine'], config: Partial<Config> = {}) {
  let app: TestApp
  let mailbox: Mailbox
  let receiver: WebhookReceiver
  let owner: { token: string; userId: string }
  beforeAll(async () => {
    mailbox = await openMailbox()
    app = await startTestApp(engine, {
      ...config,
      smtpUrl: mailbox.url,
      privateNetworks: readNetworks('127.0.0.0/8') ?? [],
    })
    owner = await app.signIn('owner')
  })
  afterAll(async () => {
    await app.dispose()
    await mailbox.close()
  })
  beforeEach(async () => {
    await sql`delete from webhooks`.execute(app.db)
    // One of its own, since what was under way in the test before may still come.
    receiver = await webhookReceiver()
    mailbox.mails.splice(0)
  })
  afterEach(() => receiver.close())

  const ask = async (...[name, call]: Parameters<TestApp['call']>) => {
    const { status, body } = await app.call(name, { token: owner.token, ...call })
    expect([status, body.message]).toEqual([status < 300 ? status : 200, body.message])
    mustFitContract(name, body)
    return body.data
  }
  const refused = async (...[name, call]: Parameters<TestApp['call']>) => {
    const { status, body } = await app.call(name, { token: owner.token, ...call })
    return [status, body.code, body.errors?.[0]?.msg ?? body.message]
  }
  const add = (body: object = {}, token = owner.token) =>
    ask('webhooks.create', { token, body: { name: 'Receiver', url: receiver.url, ...body } })
  const look = async (id: string) =>
    (await ask('webhooks.list')).find(({ _id }: { _id: string }) => _id === id)
  const deliveries = async (id: string, query: object = {}, token = owner.token) =>
    (await ask('webhooks.deliveries', { token, params: { id }, query: { ...query } })).deliveries
  const types = () => receiver.taken().map(({ event }) => event.type)
  const recordsTold = () => receiver.taken().map(({ event }) => event.data.record?._id)
  /** Makes what waits for a later try due, once the tries that were under way are recorded. */
  const hurry = async () => {
    const underWay = async () =>
      (
        await sql`select 1 from webhook_deliveries where claimed_until > clock_timestamp()`.execute(
          app.db,
        )
      ).rows
    await expect.poll(underWay).toEqual([])
    await sql`update webhook_deliveries set next_at = clock_timestamp() where status = 'waiting'`.execute(
      app.db,
    )
  }
  /**
   * Waits until the sender has looked twice at all that there was to read and to send, as another webhook shows. What is
   * still not sent then is not sent.
   */
  const untilLookedAt = async () => {
    const other = await webhookReceiver()
    const { webhook } = await add({ name: 'Other', url: other.url, areas: ['events'] })
    for (const n of [1, 2]) {
      await create(app.db, 'events', {})
      await expect.poll(() => other.taken().length).toBe(n)
    }
    await sql`delete from webhooks where id = ${webhook._id}`.execute(app.db)
    other.close()
  }
  const untilSealed = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`
          select 1 from audit_entries where id > (select settled from audit_sealing)`.execute(
          app.db,
        )
        return rows
      })
      .toEqual([])
  const bill = async (fields: object = {}) => {
    const [id = ''] = await create(app.db, 'bills', fields)
    return id
  }
  const editBill = (id: string, data: object) =>
    ask('bills.update', { params: { id }, body: { data } })
  /** Waits until an event about a record has been taken. */
  const untilTold = async (id: string) => {
    await expect.poll(recordsTold, { timeout: 10_000 }).toContain(id)
  }

  return {
    get app() {
      return app
    },
    get mailbox() {
      return mailbox
    },
    get receiver() {
      return receiver
    },
    get owner() {
      return owner
    },
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
  }
}
