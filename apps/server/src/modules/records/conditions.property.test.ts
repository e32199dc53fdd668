import { type AreaName, areaNames } from '@steward/contract/areas/areas'
import type { EndpointName } from '@steward/contract/calls/routes'
import type { FieldRule, RowCondition } from '@steward/contract/permissions/conditions'
import { allPermissions } from '@steward/contract/permissions/permissions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RecordTable, tableOf } from '../../db/schema/tables.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { type Community, readCommunity, seedCommunity } from '../../testing/community.ts'
import {
  type DrawnFilter,
  type DrawnWhere,
  filterOf,
  hiddenOf,
  listOfArea,
  type Model,
  modelOf,
  narrowedAreas,
  submodulesOf,
  whereOf,
} from '../../testing/conditions-model.ts'
import { oneEngine } from '../../testing/database.ts'
import { atScale } from '../../testing/scale.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }

const nat = fc.nat(10_000)
const drawnFilter: fc.Arbitrary<DrawnFilter> = fc.record({
  field: nat,
  suffix: nat,
  value: nat,
  other: nat,
})
const drawnWhere: fc.Arbitrary<DrawnWhere> = fc.record({
  filters: fc.array(drawnFilter, { minLength: 1, maxLength: 3 }),
  any: fc.boolean(),
})

/** A call that is made: what it is, and numbers that choose among what there is. */
const kinds = [
  'list',
  'list',
  'list',
  'list',
  'counted',
  'details',
  'details',
  'totals',
  'counts',
  'search',
  'search',
  'log',
  'log',
  'history',
  'comments',
  'presence',
  'change',
  'change',
  'past',
  'export',
  'bulk',
] as const
const asked = fc.record({
  kind: fc.constantFrom(...kinds),
  area: nat,
  pick: nat,
  sort: nat,
  filters: fc.array(drawnFilter, { maxLength: 2 }),
  any: fc.boolean(),
  search: fc.constantFrom('', '', '', 'ang', 'å', 'strasse', 'ost', 'zebra', 'x', '25', 'b 2'),
  deleted: fc.constantFrom('none', 'none', 'only', 'all'),
  total: fc.constantFrom('', '', 'later', 'only'),
  limit: fc.constantFrom(3, 100, 100),
  page: fc.constantFrom(1, 1, 2),
})
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

const drawnCase = fc.record({
  lists: fc.array(fc.record({ area: nat, type: nat, where: drawnWhere }), {
    minLength: 1,
    maxLength: 5,
  }),
  actions: fc.array(fc.record({ area: nat, type: nat, action: nat, where: drawnWhere }), {
    maxLength: 2,
  }),
  hidden: fc.array(
    fc.record({ area: nat, type: nat, fields: fc.array(nat, { minLength: 1, maxLength: 3 }) }),
    {
      maxLength: 2,
    },
  ),
  asks: fc.array(asked, { minLength: 2, maxLength: 4 }),
})

const cases = atScale ? 10_000 : 150

describe.each(oneEngine)('what conditions let see and change, on %s', (engine) => {
  let app: TestApp
  let token = ''
  let me = ''
  let role = ''
  let all: Community
  beforeAll(async () => {
    app = await startTestApp(engine, { trashDays: 100_000 })
    ;({ token, userId: me, roleId: role } = await app.signIn(allPermissions))
    await seedCommunity(app.db, me)
    await giveMe()
    all = await readCommunity(app.db)
  })
  afterAll(() => app.dispose())

  /** Some records of every kind become the person's own. */
  const giveMe = async () => {
    const own = {
      bills: 'payer_id',
      posts: 'author_id',
      tasks: 'assignee_id',
      events: 'host_id',
      shopping_posts: 'seller_id',
    } as const
    for (const [table, column] of Object.entries(own) as [RecordTable, string][]) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} order by id limit 40`.execute(app.db)
      const ids = rows.filter((_, n) => n % 5 === 0).map(({ id }) => id)
      await write(app.db, { system: 'setup' }, async ({ lock, update }) => {
        await update(table, await lock(table, ids), { [column]: me } as never)
      })
    }
  }

  const narrow = async (conditions: readonly RowCondition[], fieldRules: readonly FieldRule[]) => {
    await sql`update roles set conditions = ${JSON.stringify(conditions)}::jsonb,
      field_rules = ${JSON.stringify(fieldRules)}::jsonb where id = ${role}`.execute(app.db)
  }
  const rowsOf = (area: AreaName) => all[tableOf(area) as RecordTable] as unknown as Row[]
  const at = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

  const ask = async (name: EndpointName, call: Parameters<TestApp['call']>[1]) => {
    let answer = await app.call(name, { token, ...call })
    // Searches have a rate.
    while (answer.status === 429) {
      await new Promise((done) => setTimeout(done, 500))
      answer = await app.call(name, { token, ...call })
    }
    expect([name, call, answer.status < 500, answer.body?.message]).toEqual([
      name,
      call,
      true,
      answer.body?.message,
    ])
    return answer
  }

  const lists = [...areaNames, 'roles', 'categories'] as AreaName[]

  /** The query that numbers choose of a list; and whether it is about a field that is hidden. */
  const queryOf = (area: AreaName, model: Model, one: Asked) => {
    const { sorts, search: searchKey = 'search' } = listOfArea(area)
    const filters = listOfArea(area)
    const usable = Object.fromEntries(
      Object.entries(filters.filters).filter(
        ([name]) => !['lastActiveAt', 'includeDeleted', 'from', 'to'].includes(name),
      ),
    )
    const conditions = Object.fromEntries(
      one.filters.map((each) =>
        filterOf(area, rowsOf(area), each, { ...filters, filters: usable }),
      ),
    )
    const sort = at(
      sorts.filter((each) => each !== 'lastActiveAt').flatMap((each) => [each, `-${each}`]),
      one.sort,
    )
    const query = {
      ...conditions,
      ...(one.any && { match: 'any' }),
      sort,
      ...(area === 'roles' ? {} : { deleted: one.deleted }),
    }
    const about = [
      ...Object.keys(conditions).map((key) => key.split('.')[0]),
      sort.replace('-', ''),
    ]
    const withMe = Object.fromEntries(
      Object.entries(query).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((each) => (each === 'me' ? me : each)) : value,
      ]),
    )
    return {
      query,
      withMe,
      searchKey,
      isHidden: about.some((name) => model.hidden(area).includes(name ?? '')),
    }
  }

  const mustList = async (model: Model, one: Asked, only: 'list' | 'counted') => {
    const area =
      only === 'counted' ? at(['roles', 'categories'] as const, one.area) : at(lists, one.area)
    const name = `${area}.list` as EndpointName
    const { query, withMe, searchKey, isHidden } = queryOf(area, model, one)
    const { status, body } = await ask(name, {
      query: {
        ...query,
        ...(one.search && { [searchKey]: one.search }),
        ...(one.total && { total: one.total }),
        limit: one.limit,
        page: one.page,
      },
    })
    if (isHidden) return expect(status).toBe(403)
    expect([query, status, body.errors]).toEqual([query, 200, undefined])
    const expected = model.list(name, withMe, one.search)
    const from = (one.page - 1) * one.limit
    const records: Row[] = Array.isArray(body.data)
      ? body.data
      : (Object.values(body.data).find(Array.isArray) as Row[])
    const { pagination } = body.data.pagination ? body.data : body
    if (one.total !== 'only') {
      const ids = expected.map(({ id }) => id)
      expect(records.map((each) => each['_id'])).toEqual(ids.slice(from, from + one.limit))
      const byId = new Map(rowsOf(area).map((row) => [row.id, row]))
      for (const record of records)
        for (const name of model.hidden(area, byId.get(String(record['_id']))))
          expect(record).not.toHaveProperty(name)
    }
    if (pagination.exact === false) expect(pagination.total).toBeLessThanOrEqual(expected.length)
    else expect(pagination.total).toBe(expected.length)
  }

  const mustTell: Record<
    string,
    (model: Model, one: Asked, conditions: readonly RowCondition[]) => Promise<unknown>
  > = {
    list: (model, one) => mustList(model, one, 'list'),
    counted: (model, one) => mustList(model, one, 'counted'),
    details: async (model, one) => {
      const area = at(narrowedAreas, one.area)
      const row = at(rowsOf(area), one.pick)
      const query = area === 'users' ? { deleted: 'all' } : {}
      const { status, body } = await ask(`${area}.details` as EndpointName, {
        params: { id: row.id },
        query,
      })
      if (!model.sees(area, row)) {
        const none = await ask(`${area}.details` as EndpointName, {
          params: { id: newId() },
          query,
        })
        return expect([status, body]).toEqual([404, none.body])
      }
      expect(status).toBe(200)
      for (const name of model.hidden(area, row)) expect(body.data).not.toHaveProperty(name)
    },
    totals: async (model, one) => {
      const { query, withMe, isHidden } = queryOf('bills', model, one)
      const { status, body } = await ask('bills.totals', {
        query: { ...query, ...(one.search && { search: one.search }) },
      })
      if (isHidden) return expect(status).toBe(403)
      const sums: Record<string, [number, number]> = {}
      for (const row of model.list('bills.list', withMe, one.search)) {
        const key = `${row['status']} ${row['currency']}`
        const [count, amount] = sums[key] ?? [0, 0]
        sums[key] = [count + 1, amount + Number(row['amount'])]
      }
      const told = body.data.totals.map((each: Record<string, string>) => [
        `${each['status']} ${each['currency']}`,
        [
          each['count'],
          model.hidden('bills').includes('amount') ? undefined : Number(each['amount']),
        ],
      ])
      if (model.hidden('bills').includes('amount'))
        for (const sum of Object.values(sums)) sum[1] = undefined as never
      expect(Object.fromEntries(told)).toEqual(sums)
    },
    counts: async (model) => {
      const { body } = await ask('dashboard.counts', {})
      const live = (area: AreaName) => model.rows(area).filter((row) => row['deleted_at'] === null)
      const { counts } = body.data
      for (const area of narrowedAreas) {
        const rows = live(area)
        expect([area, counts[area]]).toEqual([area, rows.length])
        const first = Date.parse(body.data.trends.since)
        const recent = rows.filter(
          (row) => Date.parse(String(row['created_at'])) >= first && row['imported'] !== true,
        )
        const told = body.data.trends[area].reduce((sum: number, n: number) => sum + n, 0)
        expect([area, told]).toEqual([area, recent.length])
      }
      const members = live('users').filter((row) => row['type'] === 'member')
      expect(counts.members).toBe(members.length)
    },
    search: async (model, one) => {
      const area = at(narrowedAreas, one.area)
      const row = at(rowsOf(area), one.pick)
      const byId = await ask('search.everywhere', { query: { search: row.id } })
      const found = byId.body.data.results.some((each: { _id: string }) => each._id === row.id)
      expect([area, found]).toEqual([area, model.sees(area, row)])
      const search =
        one.search || String(row['title'] ?? row['name'] ?? row['text'] ?? row['number'])
      const { body } = await ask('search.everywhere', { query: { search } })
      for (const result of body.data.results) {
        if (['roles', 'categories'].includes(result.area)) continue
        const hit = rowsOf(result.area).find(({ id }) => id === result._id)
        expect([search, result, model.sees(result.area, hit ?? {})]).toEqual([search, result, true])
        // What is nearly so is found by one word, which must be seen.
        const words = search.split(' ').filter((word) => word.length > 3)
        const isHidden = model.hidden(result.area).length > 0 && !result.similar
        if (hit && isHidden && words.length > 0)
          expect([
            search,
            result,
            words.some((word) => model.finds(result.area, hit, word)),
          ]).toEqual([search, result, true])
      }
    },
    log: (model, one) => mustLog(model, one, {}),
    history: (model, one) => {
      const area = at(narrowedAreas, one.area)
      return mustLog(model, one, { record: at(rowsOf(area), one.pick).id })
    },
    comments: async (model, one) => {
      const row = at(rowsOf('tasks'), one.pick)
      const { status } = await ask('tasks.comments', { params: { id: row.id } })
      expect(status).toBe(model.sees('tasks', row) ? 200 : 404)
    },
    presence: async (model, one) => {
      const area = at(narrowedAreas, one.area)
      const row = at(rowsOf(area), one.pick)
      const open = { area: area === 'shoppingPosts' ? 'shopping-posts' : area, record: row.id }
      const { status, body } = await ask('live.presence', { body: { tab: 'one', open } })
      expect([status, body.message]).toEqual([model.sees(area, row) ? 200 : 404, body.message])
    },
    past: async (model, one) => {
      const { moment, community } = pasts[one.pick % pasts.length] ?? (await keepPast())
      const area = at(narrowedAreas, one.area)
      if (area === 'tasks') return
      const then = modelOf(community, me, model.conditions, model.fieldRules)
      const { query, withMe, isHidden, searchKey } = queryOf(area, model, one)
      const { status, body } = await ask(`${area}.list` as EndpointName, {
        query: {
          ...query,
          ...(one.search && { [searchKey]: one.search }),
          asOf: moment,
          limit: 100,
        },
      })
      if (isHidden) return expect(status).toBe(403)
      expect([status, body.message]).toEqual([200, body.message])
      const records: Row[] = Array.isArray(body.data)
        ? body.data
        : (Object.values(body.data).find(Array.isArray) as Row[])
      const expected = then.list(`${area}.list`, withMe, one.search).map(({ id }) => id)
      expect(records.map((each) => each['_id'])).toEqual(expected.slice(0, 100))
      const row = at(rowsOf(area), one.pick)
      const former = (community[tableOf(area) as RecordTable] as unknown as Row[]).find(
        ({ id }) => id === row.id,
      )
      const details = await ask(`${area}.details` as EndpointName, {
        params: { id: row.id },
        query: { asOf: moment, ...(area === 'users' && { deleted: 'all' }) },
      })
      expect([row.id, details.status]).toEqual([
        row.id,
        former && model.sees(area, former) ? 200 : 404,
      ])
    },
    export: async (model, one) => {
      if (exported++ >= 50) return
      const area = at(
        ['bills', 'events', 'tasks', 'posts', 'shoppingPosts', 'users'] as const,
        one.area,
      )
      const { query, withMe, searchKey, isHidden } = queryOf(area, model, one)
      const begun = await app.call('exports.create', {
        token,
        body: { area, query: { ...query, ...(one.search && { [searchKey]: one.search }) } },
      })
      if (begun.status === 429) return
      if (isHidden) return expect(begun.status).toBe(403)
      expect([begun.status, begun.body.message]).toEqual([201, begun.body.message])
      const file = await app.app.inject({ method: 'GET', url: begun.body.data.url })
      const expected = model.list(`${area}.list`, withMe, one.search)
      expect(begun.body.data.total).toBe(expected.length)
      const [titles = '', ...lines] = file.body.replace(/^\ufeff/, '').split('\r\n')
      expect(lines.filter((line) => line !== '').length).toBeGreaterThanOrEqual(expected.length)
      for (const row of rowsOf(area)) {
        const isThere = file.body.includes(row.id)
        if (titles.includes('ID'))
          expect([row.id, isThere]).toEqual([row.id, expected.some(({ id }) => id === row.id)])
      }
    },
    change: async (model, one, conditions) => {
      const area = at(['bills', 'events', 'tasks', 'polls'] as const, one.area)
      const row = at(rowsOf(area), one.pick)
      const deletes = one.sort % 2 === 0
      const verb = deletes ? 'delete' : 'update'
      const allowed = (action: string, some: object) => {
        const of = submodulesOf(area)[0]
        const own = conditions.filter(
          (each) =>
            each.module === of?.module && each.submodule === of.submodule && each.action === action,
        )
        const asLists = own.map((each) => ({ ...each, action: 'list' }))
        return own.length === 0 || modelOf(all, me, asLists, []).sees(area, some)
      }
      const title = `Changed ${one.pick}`
      const { status, body } = await ask(`${area}.${verb}` as EndpointName, {
        params: { id: row.id },
        ...(!deletes && { body: area === 'bills' ? { data: { title } } : { title } }),
      })
      const isGone = row['deleted_at'] !== null
      const expected = !model.sees(area, row) || isGone ? 404 : allowed(verb, row) ? 200 : 403
      expect([area, verb, status, body.message]).toEqual([area, verb, expected, body.message])
      if (status === 200) all = await readCommunity(app.db)
    },
    bulk: async (model, one, conditions) => {
      if (bulks++ >= 30) return
      const area = at(['bills', 'tasks'] as const, one.area)
      const patch = { status: area === 'bills' ? 'due' : 'todo' }
      const ids = Array.from({ length: 6 }, (_, n) => at(rowsOf(area), one.pick + n * 7).id)
      const unique = [...new Set(ids)]
      const { status, body } = await ask('jobs.create', {
        body: { area, action: 'status', patch, ids: unique },
      })
      expect([status, body.message]).toEqual([201, body.message])
      const before = all
      for (let tries = 0; tries < 300; tries += 1) {
        const { body: job } = await app.call('jobs.details', {
          token,
          params: { id: body.data._id },
        })
        if (job.data && !['waiting', 'running'].includes(job.data.status)) break
        await new Promise((done) => setTimeout(done, 20))
      }
      all = await readCommunity(app.db)
      const of = submodulesOf(area)[0]
      const own = conditions.filter(
        (each) => each.submodule === of?.submodule && each.action === 'update',
      )
      const may = modelOf(
        before,
        me,
        own.map((each) => ({ ...each, action: 'list' })),
        [],
      )
      for (const row of before[area] as unknown as Row[]) {
        const now = (all[area] as unknown as Row[]).find(({ id }) => id === row.id)
        const changes =
          unique.includes(row.id) &&
          row['deleted_at'] === null &&
          model.sees(area, row) &&
          (own.length === 0 || may.sees(area, row))
        expect([area, row.id, now?.['status']]).toEqual([
          area,
          row.id,
          changes ? patch.status : row['status'],
        ])
      }
    },
  }
  let exported = 0
  let bulks = 0
  const pasts: { moment: string; community: Community }[] = []
  const keepPast = async () => {
    await new Promise((done) => setTimeout(done, 5))
    const past = { moment: new Date().toISOString(), community: all }
    await new Promise((done) => setTimeout(done, 5))
    pasts.push(past)
    return past
  }

  /** The entries that are seen: of records that were and became such as are seen, and of a field that isn't hidden. */
  const mustLog = async (model: Model, one: Asked, query: { record?: string }) => {
    const { status, body } = await ask('auditLog.list', {
      query: {
        ...query,
        limit: one.limit,
        page: one.page,
        sort: 'at',
        ...(one.search && { search: one.search }),
      },
    })
    expect(status).toBe(200)
    const areaOf = (entry: Community['audit_entries'][number]) =>
      (entry.area === 'shopping-posts' ? 'shoppingPosts' : entry.area) as AreaName
    const shows = (entry: Community['audit_entries'][number]) => {
      const area = areaOf(entry)
      if (!narrowedAreas.includes(area)) return true
      const { before, after, state } = entry as Record<
        'before' | 'after' | 'state',
        Record<string, unknown> | null
      >
      const hidden = model.hiddenColumns(area)
      if (
        before &&
        after &&
        Object.keys({ ...before, ...after }).every((key) => hidden.includes(key))
      )
        return false
      if (!model.isNarrowed(area)) return true
      if (entry.record_id === null) return entry.actor_id === me
      if (!before && !after) {
        const row = rowsOf(area).find(({ id }) => id === entry.record_id)
        return row !== undefined && model.sees(area, row)
      }
      return (
        (!before || model.sees(area, { ...state, ...before })) &&
        (!after || model.sees(area, { ...state, ...after }))
      )
    }
    const { rows: entries } = await sql<Community['audit_entries'][number]>`
      select * from audit_entries where (${query.record ?? null}::uuid is null or record_id = ${query.record ?? null}::uuid)
      order by at, id`.execute(app.db)
    const fold = (text: string | null) =>
      (text ?? '')
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .replaceAll('ø', 'o')
    const words = one.search.split(' ').map(fold)
    const expected = entries.filter(
      (entry) => shows(entry) && words.every((word) => fold(entry.title).includes(word)),
    )
    const from = (one.page - 1) * one.limit
    expect(body.data.entries.map(({ _id }: { _id: string }) => _id)).toEqual(
      expected.slice(from, from + one.limit).map(({ id }) => String(id)),
    )
    const { pagination } = body.data
    if (pagination.exact !== false) expect(pagination.total).toBe(expected.length)
    for (const entry of body.data.entries) {
      const hidden = narrowedAreas.includes(areaOf(entry)) ? model.hiddenColumns(areaOf(entry)) : []
      for (const column of hidden)
        for (const part of [entry.before, entry.after])
          if (part) expect(part).not.toHaveProperty(column)
    }
  }

  test(`is what a slow model works out, in ${cases} drawn cases`, async () => {
    await fc.assert(
      fc.asyncProperty(drawnCase, async (drawn) => {
        const conditions: RowCondition[] = []
        const add = (area: AreaName, type: number, action: string, where: DrawnWhere) => {
          const of = at(submodulesOf(area), type)
          const isThere = conditions.some(
            (each) =>
              each.action === action &&
              each.submodule === of.submodule &&
              each.module === of.module,
          )
          if (!isThere)
            conditions.push({ ...of, action, where: whereOf(area, rowsOf(area), where) })
        }
        for (const { area, type, where } of drawn.lists)
          add(at(narrowedAreas, area), type, 'list', where)
        for (const { area, type, action, where } of drawn.actions)
          add(at(narrowedAreas, area), type, at(['update', 'delete'], action), where)
        const fieldRules: FieldRule[] = []
        for (const { area, type, fields } of drawn.hidden) {
          const name = at(narrowedAreas, area)
          const of = at(submodulesOf(name), type)
          if (
            !fieldRules.some((each) => each.submodule === of.submodule && each.module === of.module)
          )
            fieldRules.push({ ...of, hidden: hiddenOf(name, fields), readOnly: [] })
        }
        await narrow(conditions, fieldRules)
        for (const one of drawn.asks) {
          const model = modelOf(all, me, conditions, fieldRules)
          try {
            await mustTell[one.kind]?.(model, one, conditions)
          } catch (error) {
            const { message, actual, expected } = error as Error & {
              actual?: unknown
              expected?: unknown
            }
            throw new Error(
              `${one.kind} ${JSON.stringify({ me, conditions, fieldRules, one })}\n${message}\nexpected ${JSON.stringify(expected)}\nbut got  ${JSON.stringify(actual)}`,
            )
          }
        }
      }),
      {
        numRuns: cases,
        ...(!atScale && { interruptAfterTimeLimit: 30_000 }),
      },
    )
  }, 3_600_000)
})
