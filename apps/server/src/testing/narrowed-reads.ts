import type { AreaName } from '@steward/contract/areas/areas'
import type { EndpointName } from '@steward/contract/calls/routes'
import { dueSoonMs } from '@steward/contract/dashboard/dashboard.routes'
import { expect } from 'vitest'
import { type RecordTable, tableOf } from '../db/schema/tables.ts'
import { newId } from '../ids.ts'
import type { Community } from './community.ts'
import { type Model, modelOf, narrowedAreas } from './conditions-model.ts'
import { type Asked, askedLists, at, queryOf } from './drawn-calls.ts'
import type { Narrowed, Row } from './narrowed-community.ts'

/** Asks for something drawn, and expects of the answer what a model says. */
export type Expect = (of: Narrowed, model: Model, one: Asked) => Promise<unknown>

const recordsIn = ({ data }: { data: object }): Row[] =>
  Array.isArray(data) ? data : (Object.values(data).find(Array.isArray) as Row[])

const queryIn = (of: Narrowed, area: AreaName, model: Model, one: Asked) =>
  queryOf(area, { model, me: of.idOf(one.door), rows: of.rowsOf(area) }, one)

const listOf = async (of: Narrowed, area: AreaName, model: Model, one: Asked) => {
  const name = `${area}.list` as EndpointName
  const { query, withMe, searchKey, isHidden } = queryIn(of, area, model, one)
  const { status, body } = await of.ask(one.door, name, {
    query: {
      ...query,
      ...(one.search && { [searchKey]: one.search }),
      ...(one.total && { total: one.total }),
      limit: one.limit,
      page: one.page,
    },
  })
  if (isHidden) return expect([query, status]).toEqual([query, 403])
  expect([query, status, body.errors]).toEqual([query, 200, undefined])
  const expected = model.list(name, withMe, one.search)
  const from = (one.page - 1) * one.limit
  const { pagination } = body.data.pagination ? body.data : body
  const records = recordsIn(body)
  // A tool has no total without its records.
  if (one.total !== 'only' || one.door === 'agent') {
    const ids = expected.map(({ id }) => id)
    expect(records.map((each) => each['_id'])).toEqual(ids.slice(from, from + one.limit))
    const byId = new Map(of.rowsOf(area).map((row) => [row.id, row]))
    for (const record of records)
      for (const name of model.hidden(area, byId.get(String(record['_id']))))
        expect(record).not.toHaveProperty(name)
  }
  if (pagination.exact === false) expect(pagination.total).toBeLessThanOrEqual(expected.length)
  else expect(pagination.total).toBe(expected.length)
}

export const list: Expect = (of, model, one) => listOf(of, at(askedLists, one.area), model, one)

export const counted: Expect = (of, model, one) =>
  listOf(of, at(['roles', 'categories'] as const, one.area), model, one)

export const details: Expect = async (of, model, one) => {
  const area = at(narrowedAreas, one.area)
  const row = at(of.rowsOf(area), one.pick)
  const get = (id: string) =>
    of.ask(one.door, `${area}.details` as EndpointName, {
      params: { id },
      query: area === 'users' ? { deleted: 'all' } : {},
    })
  const { status, body } = await get(row.id)
  if (!model.sees(area, row)) {
    const none = await get(newId())
    return expect([status, body]).toEqual([404, none.body])
  }
  // Of people, to open them is a permission of its own.
  const opens = area !== 'users' || model.permits(area, 'view', row)
  expect([area, status, body.message]).toEqual([area, opens ? 200 : 403, body.message])
  if (!opens) return
  for (const name of model.hidden(area, row)) expect(body.data).not.toHaveProperty(name)
}

export const totals: Expect = async (of, model, one) => {
  const { query, withMe, isHidden } = queryIn(of, 'bills', model, one)
  const { status, body } = await of.ask(one.door, 'bills.totals', {
    query: { ...query, ...(one.search && { search: one.search }) },
  })
  if (isHidden) return expect(status).toBe(403)
  const showsAmounts = !model.hidden('bills').includes('amount')
  const sums: Record<string, [number, number | undefined]> = {}
  for (const row of model.list('bills.list', withMe, one.search)) {
    const key = `${row['status']} ${row['currency']}`
    const [count, amount] = sums[key] ?? [0, 0]
    sums[key] = [count + 1, showsAmounts ? (amount ?? 0) + Number(row['amount']) : undefined]
  }
  const told = body.data.totals.map((each: Record<string, string>) => [
    `${each['status']} ${each['currency']}`,
    [each['count'], each['amount'] === undefined ? undefined : Number(each['amount'])],
  ])
  expect(Object.fromEntries(told)).toEqual(sums)
}

const live = (model: Model, area: AreaName) =>
  model.rows(area).filter((row) => row['deleted_at'] === null)

export const counts: Expect = async (of, model, one) => {
  const { body } = await of.ask(one.door, 'dashboard.counts')
  const { counts, trends } = body.data
  for (const area of narrowedAreas) {
    const rows = live(model, area)
    expect([area, counts[area]]).toEqual([area, rows.length])
    const first = Date.parse(trends.since)
    const recent = rows.filter(
      (row) => Date.parse(String(row['created_at'])) >= first && row['imported'] !== true,
    )
    const told = trends[area].reduce((sum: number, n: number) => sum + n, 0)
    expect([area, told]).toEqual([area, recent.length])
  }
  const members = live(model, 'users').filter((row) => row['type'] === 'member')
  expect(counts.members).toBe(members.length)
}

export const waiting: Expect = async (of, model, one) => {
  const { body } = await of.ask('person', 'dashboard.waiting')
  const me = of.idOf('person')
  const [due, open] = [Date.now() + dueSoonMs, ['todo', 'doing']]
  const waits: Partial<Record<AreaName, (row: Row) => boolean>> = {
    posts: (row) => Number(row['report_count']) > Number(row['reports_handled']),
    bills: (row) => row['status'] === 'overdue',
    tasks: (row) =>
      row['assignee_id'] === me &&
      open.includes(String(row['status'])) &&
      row['due_at'] !== null &&
      Date.parse(String(row['due_at'])) <= due,
  }
  const tells = { posts: ['openReportCount'], bills: ['dueAt'], tasks: ['dueAt', 'assignee'] }
  const area = at(['posts', 'bills', 'tasks'] as const, one.area)
  const kind = area === 'posts' ? 'reportedPosts' : area
  const told = body.data.items.find((each: { kind: string }) => each.kind === kind)
  if (tells[area].some((name) => model.hidden(area).includes(name)))
    return expect([kind, told]).toEqual([kind, undefined])
  const rows = live(model, area).filter((row) => waits[area]?.(row))
  const times = rows.map((row) => row[area === 'posts' ? 'created_at' : 'due_at'])
  const since = times.filter((time) => time !== null).sort()[0] ?? null
  expect([told.kind, told.count, told.since]).toEqual([kind, rows.length, since])
}

export const search: Expect = async (of, model, one) => {
  const area = at(narrowedAreas, one.area)
  const row = at(of.rowsOf(area), one.pick)
  const ask = (search: string) => of.ask(one.door, 'search.everywhere', { query: { search } })
  const byId = await ask(row.id)
  const found = byId.body.data.results.some((each: { _id: string }) => each._id === row.id)
  expect([area, found]).toEqual([area, model.sees(area, row)])
  const search = one.search || String(row['title'] ?? row['name'] ?? row['text'] ?? row['number'])
  const { body } = await ask(search)
  for (const result of body.data.results) {
    if (['roles', 'categories'].includes(result.area)) continue
    const hit = of.rowsOf(result.area).find(({ id }) => id === result._id)
    expect([search, result, model.sees(result.area, hit ?? {})]).toEqual([search, result, true])
    // What is nearly so is found by one word, which must be seen.
    const words = search.split(' ').filter((word) => word.length > 3)
    const isHidden = model.hidden(result.area).length > 0 && !result.similar
    if (hit && isHidden && words.length > 0)
      expect([search, result, words.some((word) => model.finds(result.area, hit, word))]).toEqual([
        search,
        result,
        true,
      ])
  }
}

export const comments: Expect = async (of, model, one) => {
  const row = at(of.rowsOf('tasks'), one.pick)
  const { status } = await of.ask(one.door, 'tasks.comments', { params: { id: row.id } })
  expect(status).toBe(model.sees('tasks', row) ? 200 : 404)
  if (one.door !== 'person' || !one.any || row['deleted_at'] !== null) return
  const written = await of.ask('person', 'tasks.comment', {
    params: { id: row.id },
    body: { text: `Comment ${one.pick}` },
  })
  const may = model.permits('tasks', 'comment', row)
  const expected = model.sees('tasks', row) ? (may ? 201 : 403) : 404
  expect([written.status, written.body.message]).toEqual([expected, written.body.message])
}

export const presence: Expect = async (of, model, one) => {
  const area = at(narrowedAreas, one.area)
  const row = at(of.rowsOf(area), one.pick)
  const open = { area: area === 'shoppingPosts' ? 'shopping-posts' : area, record: row.id }
  const { status, body } = await of.ask('person', 'live.presence', { body: { tab: 'one', open } })
  expect([status, body.message]).toEqual([model.sees(area, row) ? 200 : 404, body.message])
}

interface Past {
  moment: string
  community: Community
}
const pasts = new WeakMap<Narrowed, Past[]>()

async function pastOf(of: Narrowed, pick: number): Promise<Past> {
  const kept = pasts.get(of) ?? []
  pasts.set(of, kept)
  const known = kept[pick % kept.length]
  if (known && (kept.length === 8 || pick % 7 > 0)) return known
  const wait = () => new Promise((done) => setTimeout(done, 5))
  await wait()
  const past = { moment: new Date().toISOString(), community: of.all() }
  await wait()
  kept.push(past)
  return past
}

export const past: Expect = async (of, model, one) => {
  const { moment, community } = await pastOf(of, one.pick)
  const area = at(narrowedAreas, one.area)
  // What a task is about is judged as it is now.
  if (area === 'tasks') return
  const then = modelOf(community, of.idOf(one.door), model.roles)
  const { query, withMe, isHidden, searchKey } = queryIn(of, area, model, one)
  const { status, body } = await of.ask(one.door, `${area}.list` as EndpointName, {
    query: { ...query, ...(one.search && { [searchKey]: one.search }), asOf: moment, limit: 100 },
  })
  if (isHidden) return expect(status).toBe(403)
  expect([status, body.message]).toEqual([200, body.message])
  const expected = then.list(`${area}.list`, withMe, one.search).map(({ id }) => id)
  expect(recordsIn(body).map((each) => each['_id'])).toEqual(expected.slice(0, 100))
  const row = at(of.rowsOf(area), one.pick)
  const former = (community[tableOf(area) as RecordTable] as unknown as Row[]).find(
    ({ id }) => id === row.id,
  )
  const details = await of.ask(one.door, `${area}.details` as EndpointName, {
    params: { id: row.id },
    query: { asOf: moment, ...(area === 'users' && { deleted: 'all' }) },
  })
  const opens = former && (area !== 'users' || then.permits(area, 'view', former))
  const expectedStatus = former && model.sees(area, former) ? (opens ? 200 : 403) : 404
  expect([row.id, details.status]).toEqual([row.id, expectedStatus])
}

const exported = ['bills', 'events', 'tasks', 'posts', 'shoppingPosts', 'users'] as const

export const exports: Expect = async (of, model, one) => {
  if (!of.hasTurn('export')) return
  const area = at(exported, one.area)
  const { query, withMe, searchKey, isHidden } = queryIn(of, area, model, one)
  const begun = await of.app.call('exports.create', {
    token: of.token,
    body: { area, query: { ...query, ...(one.search && { [searchKey]: one.search }) } },
  })
  if (begun.status === 429) return
  if (isHidden) return expect(begun.status).toBe(403)
  expect([begun.status, begun.body.message]).toEqual([201, begun.body.message])
  const file = await of.app.app.inject({ method: 'GET', url: begun.body.data.url })
  const expected = model.list(`${area}.list`, withMe, one.search)
  expect(begun.body.data.total).toBe(expected.length)
  const [titles = '', ...lines] = file.body.replace(/^\ufeff/, '').split('\r\n')
  expect(lines.filter((line) => line !== '').length).toBeGreaterThanOrEqual(expected.length)
  if (!titles.includes('ID')) return
  const ids = new Set(expected.map(({ id }) => id))
  for (const row of of.rowsOf(area))
    expect([row.id, file.body.includes(row.id)]).toEqual([row.id, ids.has(row.id)])
}
