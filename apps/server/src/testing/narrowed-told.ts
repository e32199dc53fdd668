import { sql } from 'kysely'
import { expect } from 'vitest'
import { type RecordTable, tableOf } from '../db/schema/tables.ts'
import { write } from '../db/write/write.ts'
import type { Model } from './conditions-model.ts'
import { type Asked, at } from './drawn-calls.ts'
import { listen } from './live-stream.ts'
import type { Narrowed } from './narrowed-community.ts'
import { type Entry, hiddenIn, mustTellNothing, shows } from './narrowed-log.ts'
import type { Expect } from './narrowed-reads.ts'
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts'

/** Columns that somebody else changes to what another record has. */
const copied = {
  bills: ['amount', 'currency', 'payer_id', 'payer_name', 'notes'],
  events: ['online', 'host_id', 'host_name', 'capacity', 'attendee_count'],
  tasks: ['priority', 'assignee_id', 'status'],
  polls: ['response_count', 'author_id', 'kind'],
  posts: ['category_id', 'author_id', 'like_count'],
  shoppingPosts: ['status', 'price', 'category_id', 'seller_id'],
  users: ['phone', 'location', 'shopping_feed_status'],
} as const
const areas = Object.keys(copied) as (keyof typeof copied)[]

/** A webhook of the person, for everything. */
export interface Hooked {
  id: string
  receiver: WebhookReceiver
}

export async function hook({ app, token }: Narrowed): Promise<Hooked> {
  const receiver = await webhookReceiver()
  const { body } = await app.call('webhooks.create', {
    token,
    body: { name: 'Drawn', url: receiver.url },
  })
  return { id: body.data.webhook._id, receiver }
}

/** What somebody else changes: records of areas of which some aren't seen, if there are such. */
function changesBy(of: Narrowed, model: Model, one: Asked) {
  const narrowed = areas.filter((area) => model.isNarrowed(area) || model.hidden(area).length > 0)
  const among = narrowed.length > 0 ? narrowed : areas
  // Whoever acts stays who they are.
  const acting = [of.idOf('person'), of.idOf('key'), of.owner]
  const changes = Array.from({ length: 8 }, (_, n) => {
    const area = at(among, one.area + n)
    const row = at(of.rowsOf(area), one.pick + 11 * n)
    const like = at(of.rowsOf(area), one.sort + 7 * n)
    const columns = copied[area].filter((column) => column in like)
    const patch = Object.fromEntries(columns.map((column) => [column, like[column]]))
    return { area, id: row.id, patch }
  }).filter(({ id }) => !acting.includes(id))
  return [...new Map(changes.map((each) => [each.id, each])).values()]
}

/** Somebody else changes some records, and then one that everybody sees, until which all is told that is told. */
async function changeByOther(of: Narrowed, changes: ReturnType<typeof changesBy>) {
  const actor = { user: of.owner }
  const { db } = of.app
  const [last] = await entriesAfter(of, 0, 'desc')
  for (const { area, id, patch } of changes) {
    const table = tableOf(area) as RecordTable
    await write(db, actor, async ({ lock, update }) => {
      await update(table, await lock(table, [id]), patch as never)
    })
  }
  const seen = at(of.rowsOf('categories'), 0)
  const status = seen['status'] === 'active' ? 'inactive' : 'active'
  await write(db, actor, async ({ lock, update }) => {
    await update('categories', await lock('categories', [seen.id]), { status } as never)
  })
  await of.reread('categories', ...changes.map(({ area }) => area))
  return await entriesAfter(of, last?.id ?? 0, 'asc')
}

const entriesAfter = async (of: Narrowed, id: number, order: 'asc' | 'desc'): Promise<Entry[]> => {
  const limit = order === 'desc' ? sql`limit 1` : sql``
  const { rows } = await sql<Entry>`
    select * from audit_entries where id > ${id} order by id ${sql.raw(order)} ${limit}`.execute(
    of.app.db,
  )
  return rows
}

const untilSealed = (of: Narrowed) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`
          select 1 from audit_entries, audit_sealing as sealing
          where id > sealing.settled and id <> all (sealing.above) limit 1`.execute(of.app.db)
        return rows.length
      },
      { interval: 10, timeout: 20_000 },
    )
    .toBe(0)

/** The feed of changes after a place. */
async function feedAfter({ app, token }: Narrowed, cursor: string) {
  const answer = await app.app.inject({
    url: `/api/admin/changes?limit=100&after=${cursor}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(200)
  const lines = answer.body.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

async function feedEnd({ app }: Narrowed): Promise<string> {
  const { rows } = await sql<{ no: number; nth: number }>`
    select no, cardinality(entries) as nth from audit_seals order by no desc limit 1`.execute(
    app.db,
  )
  return `${rows[0]?.no ?? 0}.${rows[0]?.nth ?? 0}`
}

/** What is told of changes by somebody else: by live events, the feed of changes and a webhook. */
export const told =
  ({ id: webhook, receiver }: Hooked): Expect =>
  async (of, model, one) => {
    if (!of.hasTurn('told')) return
    await untilSealed(of)
    const cursor = await feedEnd(of)
    receiver.forget()
    const stream = await listen(of.url, of.token)
    const options = { interval: 10, timeout: 20_000 }
    await expect.poll(() => stream.state.welcome, options).toBeDefined()
    const entries = await changeByOther(of, changesBy(of, model, one))
    const expected = entries.filter((entry) => shows(of, model, entry, of.idOf('person')))
    const last = entries.at(-1)
    if (last?.area !== 'categories') throw new Error('nothing that everybody sees was changed')

    const isLast = ({ data }: { data: { area?: string } }) => data.area === 'categories'
    await expect.poll(() => stream.heard.some(isLast), options).toBe(true)
    await stream.close()
    // The server itself may note something behind it, such as that a loan has ended.
    const heard = stream.heard.filter(
      ({ event, id }) => event === 'message' && Number(id) <= last.id,
    )
    expect(heard.flatMap(({ data }) => data.ids ?? [])).toEqual(
      expected.flatMap(({ record_id }) => record_id ?? []),
    )

    const fed = (await feedAfter(of, cursor)).filter(({ _id }) => Number(_id) <= last.id)
    expect(fed.map(({ _id }: { _id: string }) => _id)).toEqual(expected.map(({ id }) => String(id)))
    for (const [n, entry] of expected.entries()) mustTellNothing(hiddenIn(model, entry), fed[n])
    await mustBeSent(of, model, { webhook, receiver, expected, last })
  }

interface Sent {
  webhook: string
  receiver: WebhookReceiver
  expected: readonly Entry[]
  last: Entry
}

async function mustBeSent(of: Narrowed, model: Model, { webhook, receiver, expected, last }: Sent) {
  const noted = async () => {
    const { rows } = await sql<{ entry_id: number }>`
      select entry_id from webhook_deliveries where webhook_id = ${webhook}
        and entry_id > ${last.id - 100}
      order by id`.execute(of.app.db)
    return rows.map(({ entry_id }) => entry_id)
  }
  const options = { interval: 20, timeout: 20_000 }
  await expect.poll(noted, options).toContain(last.id)
  const ids = expected.map(({ id }) => id)
  const first = Math.min(...ids)
  expect((await noted()).filter((id) => id >= first && id <= last.id)).toEqual(ids)
  const records = expected.map(({ record_id }) => record_id)
  const arrived = () => receiver.taken().map(({ event }) => event.data.record?._id)
  await expect.poll(arrived, options).toEqual(expect.arrayContaining(records))
  for (const entry of expected) {
    const { event } =
      receiver.taken().find((each) => each.event.data.record?._id === entry.record_id) ?? {}
    mustTellNothing(hiddenIn(model, entry), event.data)
  }
}
