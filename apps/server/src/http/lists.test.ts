import { endpoints } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import { decimalText } from '@steward/contract/values/currency'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { seedCommunity } from '../testing/community.ts'
import { oneEngine } from '../testing/database.ts'
import { isFound, listed, matches, type Query } from '../testing/list-answers.ts'
import { listReferences, type Reference } from '../testing/list-references.ts'
import { mustFitContract, startTestApp, type TestApp } from '../testing/server.ts'

/** A filter as the contract has it: the values of a closed set, and whether it takes several. */
interface ContractFilter {
  key: string
  /** Its key without the suffix, and the suffix: `reportCount` and `min`. */
  field: string
  suffix: string | undefined
  values: readonly string[] | undefined
  several: boolean
}

/** A list as the contract has it. */
interface ContractList {
  name: EndpointName
  search: string | undefined
  sorts: readonly string[]
  filters: readonly ContractFilter[]
  /** Whether it can show what is deleted. */
  deletes: boolean
  /** Whether its total can be left for later. */
  totals: boolean
}

interface Schema {
  enum?: string[]
  anyOf?: Schema[]
}

const notFilters = ['page', 'limit', 'sort', 'search', 'name', 'deleted', 'asOf', 'total', 'match']

/** Every list of the contract, from its schemas: a new one, or a new filter, is tested unasked. */
const lists: ContractList[] = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const { method, data, query, otherFields } = endpoint as {
    method: string
    data: z.ZodType
    query?: z.ZodObject
    otherFields?: z.ZodRawShape
  }
  const answer = { ...(data instanceof z.ZodObject ? data.shape : {}), ...otherFields }
  if (method !== 'GET' || !query || !('pagination' in answer)) return []
  const sent = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const properties = (sent.properties ?? {}) as Record<string, Schema>
  const filters = Object.entries(properties).filter(([key]) => !notFilters.includes(key))
  return {
    name: name as EndpointName,
    search: ['search', 'name'].find((key) => key in properties),
    sorts: properties['sort']?.enum ?? [],
    deletes: 'deleted' in properties,
    totals: 'total' in properties,
    filters: filters.map(([key, { enum: values, anyOf }]) => ({
      key,
      field: key.split('.')[0] ?? key,
      suffix: key.split('.')[1],
      values: values ?? anyOf?.find((each) => each.enum)?.enum,
      several: anyOf !== undefined,
    })),
  }
})

const nobody = '00000000-0000-7000-8000-000000000000'

describe.each(oneEngine)('every list of the contract on %s', (engine) => {
  let app: TestApp
  let token: string
  let references: Record<string, Reference>
  beforeAll(async () => {
    // What was deleted long ago must not go for good on a slow machine.
    app = await startTestApp(engine, { trashDays: 100_000 })
    const me = await app.signIn('owner')
    token = me.token
    references = listReferences(await seedCommunity(app.db, me.userId), me.userId)
  })
  afterAll(() => app.dispose())

  const referenceOf = (name: string): Reference => {
    const reference = references[name]
    if (!reference) throw new Error(`${name} has no reference in testing/list-references.ts`)
    return reference
  }

  const ask = async (name: EndpointName, query: Query) => {
    const { params } = referenceOf(name)
    const { status, body } = await app.call(name, { token, query, ...(params ? { params } : {}) })
    expect([name, query, status, body.errors]).toEqual([name, query, 200, undefined])
    const rows: { _id: string }[] = Array.isArray(body.data)
      ? body.data
      : Object.values(body.data as object).find(Array.isArray)
    const { pagination } = body.data.pagination ? body.data : body
    return { body, answer: { ids: rows.map((row) => row._id), pagination } }
  }

  /** What a list must answer, worked out row by row. */
  const expected = (name: string, query: Query): string[] => {
    const reference = referenceOf(name)
    return listed(reference, query).map((row) => reference.id(row))
  }

  /** Asks a list for everything that a query matches, in each of its orders. */
  const mustAgree = async (list: ContractList, query: Query, sorts = list.sorts) => {
    for (const sort of sorts) {
      const ids = expected(list.name, { ...query, sort })
      const { answer } = await ask(list.name, { ...query, sort, limit: 100 })
      expect({ query, sort, ...answer }).toEqual({
        query,
        sort,
        ids: ids.slice(0, 100),
        pagination: {
          page: 1,
          limit: 100,
          total: ids.length,
          totalPages: Math.ceil(ids.length / 100),
        },
      })
    }
  }

  /** The values to try of a filter: its closed set, or what the rows hold and something else. */
  const valuesOf = (name: string, { field, suffix, values }: ContractFilter): string[] => {
    if (suffix === 'empty') return ['true', 'false']
    if (suffix === 'last' || suffix === 'next') return ['0d', '1d', '14d', '3660d']
    if (values) return [...values]
    const { filters, rows } = referenceOf(name)
    const filter = filters[field]
    if (!filter || 'shows' in filter) return []
    const of = Object.values(filter)[0] as (row: object) => string | number | string[] | null
    const held = [...new Set(rows.flatMap(of))].filter((value) => value !== null).map(String)
    if ('number' in filter) {
      const numbers = held.map(Number).toSorted((a, b) => a - b)
      const [middle = 0] = numbers.slice(Math.floor(numbers.length / 2))
      return [numbers[0] ?? 0, middle, middle + 1, 99_999_999_999].map(String)
    }
    if ('holds' in filter || 'any' in filter)
      return [...held.slice(0, 4), field === 'currency' ? 'SEK' : nobody]
    return held
      .toSorted()
      .slice(0, 4)
      .flatMap((time) => [time, time.slice(0, 10), new Date(Date.parse(time) + 1).toISOString()])
  }

  test('has a reference for each, and none besides', () => {
    expect(Object.keys(references).toSorted()).toEqual(lists.map(({ name }) => name).toSorted())
    for (const { name, sorts, filters } of lists) {
      const reference = referenceOf(name)
      const fields = new Set(sorts.map((sort) => sort.replace('-', '')))
      expect([name, Object.keys(reference.sorts).toSorted()]).toEqual([
        name,
        [...fields].toSorted(),
      ])
      expect([name, Object.keys(reference.filters).toSorted()]).toEqual([
        name,
        [...new Set(filters.map(({ field }) => field))].toSorted(),
      ])
    }
  })

  describe.each(lists)('$name', (list) => {
    const { name, filters, search, deletes, totals } = list

    test('shows what is there and nothing deleted, in each order', async () => {
      await mustAgree(list, {})
      mustFitContract(name, (await ask(name, { limit: 100 })).body)
    })

    if (deletes) {
      test('shows what is deleted alone or beside the rest', async () => {
        for (const deleted of ['only', 'all', 'none']) await mustAgree(list, { deleted })
        const { body } = await ask(name, { deleted: 'only', limit: 100 })
        mustFitContract(name, body)
        const { status } = await app.call(name, { token, query: { deleted: 'maybe' } })
        expect(status).toBe(422)
      })
    }

    test('cuts the same rows into pages, with exact totals', async () => {
      for (const sort of list.sorts.length > 0 ? list.sorts : [undefined]) {
        const query: Query = { limit: 11, ...(sort ? { sort } : {}) }
        const ids = expected(name, query)
        const totalPages = Math.ceil(ids.length / 11)
        const walked: string[] = []
        for (let page = 1; page <= totalPages + 1; page += 1) {
          const { answer } = await ask(name, { ...query, page })
          expect(answer.pagination).toEqual({ page, limit: 11, total: ids.length, totalPages })
          walked.push(...answer.ids)
        }
        expect(walked).toEqual(ids)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBeGreaterThan(2)
      }
    })

    if (totals) {
      test('leaves the total for later, or says nothing else', async () => {
        const of = async (query: Query) => (await ask(name, query)).answer
        const queries: Query[] = [{}, { deleted: 'all' }]
        if (search) queries.push({ [search]: 'a' }, { [search]: 'an' }, { [search]: 'zzyzzyx' })
        for (const query of queries) {
          const exact = await of({ ...query, limit: 3 })
          const later = await of({ ...query, limit: 3, total: 'later' })
          expect([query, later.ids]).toEqual([query, exact.ids])
          if (later.pagination.exact === false) {
            // As many as are sure: this page, and one more.
            expect([query, later.pagination.total]).toEqual([query, 4])
            expect(exact.pagination.total).toBeGreaterThan(3)
          } else expect([query, later.pagination]).toEqual([query, exact.pagination])
          const only = await of({ ...query, limit: 3, total: 'only' })
          expect([query, only]).toEqual([query, { ids: [], pagination: exact.pagination }])
          // What was counted just now is known.
          expect(await of({ ...query, limit: 3, total: 'later' })).toEqual(
            // Of roles and categories no change is noted: they are few, and counted anew.
            /^(roles|categories)\./.test(name) ? later : exact,
          )
        }
      })
    }

    test('takes a limit from 1 to 100', async () => {
      expect((await ask(name, { limit: 1 })).answer.ids).toHaveLength(1)
      expect((await ask(name, { limit: 100 })).answer.pagination.limit).toBe(100)
      for (const limit of [101, 250, 1000, 0, -1, '1.5', 'all', '', '1e2']) {
        const { params = {} } = referenceOf(name)
        const { status, body } = await app.call(name, { token, params, query: { limit } })
        expect([limit, status]).toEqual([limit, 422])
        expect(body.errors).toMatchObject([
          { path: 'limit', msg: 'Must be a whole number from 1 to 100' },
        ])
      }
    })

    if (filters.length > 0) {
      test.each(filters)('filters by $key', async (filter) => {
        const values = valuesOf(name, filter)
        const reference = referenceOf(name)
        expect(values.length).toBeGreaterThan(1)
        if (filter.suffix) {
          for (const value of values) {
            await mustAgree(list, { [filter.key]: value }, list.sorts.slice(0, 1))
          }
          await mustAgree(list, { [filter.key]: values[1] ?? '', deleted: 'all' })
          return
        }
        const asked = reference.filters[filter.key]
        for (const value of values) await mustAgree(list, { [filter.key]: value })
        if (filter.several) {
          const two = values.slice(0, 2)
          await mustAgree(list, { [filter.key]: two })
        }
        // Each value of a closed set must have rows to find, and deleted ones to leave out.
        const deleted = reference.rows.filter((row) => 'deleted_at' in row && row.deleted_at)
        for (const value of asked && 'holds' in asked ? (filter.values ?? []) : []) {
          const matched = (row: object) => matches(reference, row, filter.key, [value])
          expect([value, reference.rows.some(matched)]).toEqual([value, true])
          expect([value, reference.rows.every(matched)]).toEqual([value, false])
          if (deleted.length > 0) expect([value, deleted.some(matched)]).toEqual([value, true])
        }
      })

      test('filters by everything at once', async () => {
        const reference = referenceOf(name)
        const shown = reference.rows.filter((row) => reference.shown(row) && !reference.gone?.(row))
        for (const row of shown.slice(0, 12)) {
          const query: Query = {}
          for (const [key, filter] of Object.entries(reference.filters)) {
            if ('shows' in filter || 'fits' in filter || 'any' in filter) continue
            const suffix = 'number' in filter ? '.min' : 'time' in filter ? '.from' : ''
            const [of] = Object.values(filter) as ((row: object) => unknown)[]
            const value = of?.(row) ?? null
            if ('text' in filter) query[`${key}.empty`] = String(value === null)
            else if (value !== null) query[key + suffix] = String(value)
          }
          // An e-mail address is no one's to be without, nor the name of a role: not every text can be empty.
          const known = Object.entries(query).filter(([key]) =>
            filters.some((each) => each.key === key),
          )
          const asked = Object.fromEntries(known)
          expect(expected(name, asked)).toContain(reference.id(row))
          await mustAgree(list, asked)
        }
      })
    }

    if (filters.some(({ suffix }) => suffix)) {
      test('shows what any of two filters asks for', async () => {
        const tried = filters.filter(({ key }) => key !== 'includeDeleted')
        for (const [index, filter] of tried.entries()) {
          const other = tried[(index + 5) % tried.length] as ContractFilter
          const [one, two] = [valuesOf(name, filter)[1], valuesOf(name, other)[0]]
          const query = { [filter.key]: one ?? '', [other.key]: two ?? '', match: 'any' }
          await mustAgree(list, query, list.sorts.slice(0, 1))
          await mustAgree(list, { ...query, match: 'all' }, list.sorts.slice(0, 1))
        }
      })
    }

    if (search) {
      test('searches without regard to case and accents', async () => {
        const { rows, shown, gone, means, id } = referenceOf(name)
        const amounts = means ? amountsToSearch(rows[0]) : []
        for (const word of ['ANGSTRÖM', 'å', 'Ström', 'STRASSE', 'ost', 'nowhere', ...amounts]) {
          const found = rows.filter(
            (row) => shown(row) && !gone?.(row) && isFound(referenceOf(name), row, word),
          )
          const { answer } = await ask(name, { [search]: word, limit: 100 })
          const all = new Set(found.map(id))
          expect([word, answer.ids.filter((each) => !all.has(each))]).toEqual([word, []])
          expect([word, new Set(answer.ids).size]).toEqual([word, Math.min(all.size, 100)])
          expect(answer.pagination.total).toBe(found.length)
        }
      })
    }
  })

  test('bills.totals adds up what bills.list shows under each filter', async () => {
    const { query } = endpoints['bills.totals']
    expect(query).toBe(endpoints['bills.list'].query)
    const list = lists.find(({ name }) => name === 'bills.list') as ContractList
    const rows = new Map(referenceOf('bills.list').rows.map((row) => [row.id, row]))
    const queries = list.filters.flatMap((filter) =>
      valuesOf('bills.list', filter).map((value) => ({ [filter.key]: value })),
    )
    for (const asked of [{}, ...queries]) {
      const { body } = await app.call('bills.totals', { token, query: asked })
      mustFitContract('bills.totals', body)
      const sums: Record<string, { count: number; amount: number }> = {}
      for (const id of expected('bills.list', asked)) {
        const row = rows.get(id)
        const key = `${row.status} ${row.currency}`
        sums[key] ??= { count: 0, amount: 0 }
        sums[key].count += 1
        sums[key].amount += row.amount
      }
      const answered = Object.fromEntries(
        body.data.totals.map((each: Record<string, string | number>) => [
          `${each['status']} ${each['currency']}`,
          { count: each['count'], amount: Number(each['amount']) },
        ]),
      )
      expect([asked, answered]).toEqual([asked, sums])
    }
  })
})

/** An amount of a bill as people write it. */
function amountsToSearch(row: { amount: number; currency: string }): string[] {
  const plain = decimalText(row.amount, row.currency)
  const grouped = Number(plain).toLocaleString('en', { minimumFractionDigits: 2 })
  return [plain, grouped, `€ ${grouped.replaceAll(',', ' ')}`]
}
