import { setTimeout as pause } from 'node:timers/promises'
import { kebabOf } from '@steward/contract/areas/area-lists'
import { permissionOf } from '@steward/contract/areas/area-permissions'
import {
  type Area,
  type AreaName,
  areas,
  type ExportArea,
  type ImportArea,
} from '@steward/contract/areas/areas'
import { type Field, type Fields, importOf, namesWhere } from '@steward/contract/areas/field'
import { areaFields, titleField } from '@steward/contract/areas/listings'
import type { EndpointName } from '@steward/contract/calls/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../db/connection/connection.ts'
import { parseCsv } from './csv.ts'
import { nextNumber } from './factories.ts'
import { jobEnd } from './jobs.ts'
import { requiredFields } from './plausible.ts'
import { mustFitContract, startTestApp, type TestApp } from './server.ts'

type Row = { _id: string; version: number } & Record<string, unknown>
/** An area whose records people make, change, import and export. */
type WholeArea = ExportArea & ImportArea & AreaName

/** Two values of a field, the lower one first; null where a test can't make any of the kind. */
function valuesOf(
  { kind, choices }: Field,
  statuses: readonly string[],
): [unknown, unknown] | null {
  switch (kind) {
    case 'line':
    case 'note':
      return [`Alpha ${nextNumber()}`, `Beta ${nextNumber()}`]
    case 'status':
    case 'choice': {
      const [one, other] = choices ?? statuses
      return [one, other]
    }
    case 'flag':
      return [false, true]
    case 'count':
      return [1, 2]
    case 'time':
    case 'day':
      return ['2031-01-01T00:00:00.000Z', '2031-01-02T00:00:00.000Z']
    default:
      return null
  }
}

/** The query that finds the first of two values of a field and not the second. */
function queryFor(name: string, { kind }: Field, [low]: [unknown, unknown]): object {
  if (kind === 'count') return { [`${name}.max`]: low }
  if (kind === 'time' || kind === 'day') return { [`${name}.to`]: low }
  return kind === 'line' || kind === 'note' ? { [`${name}.empty`]: false } : { [name]: low }
}

/**
 * The tests of what an area has by its record and its fields, over HTTP: its records one by one, and of each field
 * that people can change lists, files, the audit log and the past. A new field is tested unasked.
 */
export function testArea(engine: Connection['engine'], area: WholeArea): void {
  const fields: Fields = areaFields[area]
  const { statuses, many }: Area = areas[area]
  const title = titleField(area)
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const call = (name: string, options: object = {}, as = token) =>
    app.call(`${area}.${name}` as EndpointName, { token: as, ...options })
  const one = (name: string, id: string, body?: object) => call(name, { params: { id }, body })
  const make = async (body: object = {}): Promise<Row> => {
    const sent = { ...requiredFields(area, nextNumber()), ...body }
    const answer = await call('create', { body: sent })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    mustFitContract(`${area}.create` as EndpointName, answer.body)
    return answer.body.data
  }
  const list = async (query: object): Promise<Row[]> => {
    const { status, body } = await call('list', { query: { limit: 100, ...query } })
    expect([query, status]).toEqual([query, 200])
    mustFitContract(`${area}.list` as EndpointName, body)
    return Array.isArray(body.data) ? body.data : body.data[area]
  }
  const idsIn = (rows: Row[], of: Row[]) =>
    rows.map(({ _id }) => _id).filter((id) => of.some(({ _id }) => _id === id))
  const entries = async (record: string) =>
    (await app.call('auditLog.list', { token, query: { record } })).body.data.entries
  const exported = async (body: object): Promise<string[][]> => {
    const begun = await app.call('exports.create', { token, body: { area, ...body } })
    expect([begun.status, begun.body.errors]).toEqual([201, undefined])
    return parseCsv((await app.app.inject({ method: 'GET', url: begun.body.data.url })).body)
  }
  const imported = async (csv: string) => {
    const upload = await app.app.inject({
      method: 'POST',
      url: `/api/admin/imports?area=${area}&name=file.csv`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: csv,
    })
    const params = { id: upload.json().data._id as string }
    const started = await app.call('imports.start', { token, params, body: {} })
    expect([started.status, started.body.errors]).toEqual([201, undefined])
    const job = await jobEnd(app, token, started.body.data._id)
    const failed = await app.call('jobs.failures', { token, params: { id: job._id } })
    return { ...job, failures: failed.body.data.failures }
  }

  test('a record is made, changed once a version, deleted, brought back and deleted for good', async () => {
    const { _id, version } = await make()
    const change = { [title]: `Changed ${nextNumber()}`, version }
    const changed = await one('update', _id, change)
    expect([changed.status, changed.body.data[title]]).toEqual([200, change[title]])
    const late = await one('update', _id, change)
    expect([late.status, late.body.code]).toEqual([409, 'out_of_date'])
    expect((await one('purge', _id)).status).toBe(409)
    expect((await one('delete', _id)).status).toBe(200)
    expect((await one('update', _id, { [title]: 'Late' })).status).toBe(404)
    expect(idsIn(await list({ deleted: 'only' }), [changed.body.data])).toEqual([_id])
    expect((await one('restore', _id)).status).toBe(200)
    expect(idsIn(await list({}), [changed.body.data])).toEqual([_id])
    await one('delete', _id)
    expect((await one('purge', _id)).status).toBe(200)
    expect((await one('details', _id)).status).toBe(404)
    const actions = (await entries(_id)).map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['purge', 'delete', 'restore', 'delete', 'update', 'create'])
  })

  test('a record without what is required is refused at its field', async () => {
    const required = namesWhere(fields, 'editable').filter(
      (name) => fields[name]?.editable === 'required',
    )
    const { status, body } = await call('create', { body: {} })
    const paths = body.errors.map(({ path }: { path: string }) => path)
    expect([status, paths]).toEqual([422, required])
  })

  test('each call needs its own permission', async () => {
    const { _id } = await make()
    for (const action of ['list', 'create', 'update', 'delete', 'purge'] as const) {
      const session = await app.signIn([permissionOf(area, action)])
      const params = { id: _id }
      const statuses = [
        (await call('list', {}, session.token)).status,
        (await call('create', { body: {} }, session.token)).status,
        (await call('update', { params, body: { version: 99 } }, session.token)).status,
        (await call('restore', { params }, session.token)).status,
        (await call('purge', { params }, session.token)).status,
      ]
      const let_ = ['list', 'create', 'update', 'delete', 'purge'].map((each) => each === action)
      expect([action, statuses.map((status) => status !== 403)]).toEqual([action, let_])
    }
  })

  const tried = Object.entries(fields).flatMap(([name, field]) => {
    const values = field.editable ? valuesOf(field, statuses) : null
    return values ? [{ name, field, values }] : []
  })
  for (const { name, field, values } of tried) {
    const [low, high] = values
    const pair = async () => [await make({ [name]: low }), await make({ [name]: high })] as const
    const isText = field.kind === 'line' || field.kind === 'note'

    test(`${name} is kept, and listed`, async () => {
      const [a, b] = await pair()
      expect([a[name], b[name]]).toEqual(values)
      const rows = await list({})
      expect(idsIn(rows, [b, a])).toEqual([b._id, a._id])
      expect(rows.find(({ _id }) => _id === a._id)?.[name]).toEqual(low)
    })

    test.runIf(field.filterable)(`${name} is filtered by`, async () => {
      const [a, other] = await pair()
      const b = isText ? await make({ [name]: null }) : other
      expect(idsIn(await list(queryFor(name, field, values)), [a, b])).toEqual([a._id])
    })

    test.runIf(field.sortable)(`${name} is sorted by`, async () => {
      const [a, b] = await pair()
      expect(idsIn(await list({ sort: name }), [a, b])).toEqual([a._id, b._id])
      expect(idsIn(await list({ sort: `-${name}` }), [a, b])).toEqual([b._id, a._id])
    })

    test.runIf(field.searchable)(`${name} is searched`, async () => {
      const [a, b] = await pair()
      expect(idsIn(await list({ search: String(low).toUpperCase() }), [a, b])).toEqual([a._id])
    })

    test(`${name} goes into a file, and comes from one`, async () => {
      const [, b] = await pair()
      const columns = [...new Set([title, name])]
      const [heading = [], ...rows] = await exported({ ids: [b._id], columns })
      expect(heading).toEqual(columns.map((each) => fields[each]?.heading ?? fields[each]?.label))
      expect(rows).toEqual([columns.map((each) => String(b[each]))])
      if (!importOf(field)) return
      const given = { ...requiredFields(area, nextNumber()), [name]: high }
      const [names, cells] = [Object.keys(given), Object.values(given).map(String)]
      const before = await list({})
      expect(await imported(`${names.join(',')}\n${cells.join(',')}\n`)).toMatchObject({
        status: 'done',
        reason: null,
        changed: 1,
        failures: [],
      })
      const known = new Set(before.map(({ _id }) => _id))
      const fresh = (await list({})).filter(({ _id }) => !known.has(_id))
      expect(fresh).toMatchObject([{ [name]: high }])
    })

    test(`${name} is told by the audit log, put back by it, and shown as it was`, async () => {
      const [{ _id, version }] = await pair()
      await pause(30)
      const asOf = new Date().toISOString()
      await pause(30)
      expect((await one('update', _id, { [name]: high, version })).status).toBe(200)
      const [last] = await entries(_id)
      expect(last).toMatchObject({
        area: kebabOf(area),
        before: { [name]: low },
        after: { [name]: high },
      })
      const past = (await list({ asOf })).find((row) => row._id === _id)
      expect(past?.[name]).toEqual(low)
      const undone = await app.call('auditLog.undo', { token, params: { id: last._id } })
      expect([undone.status, (await one('details', _id)).body.data[name]]).toEqual([200, low])
    })
  }

  test(`the dashboard counts ${many}`, async () => {
    const count = async () => {
      const { body } = await app.call('dashboard.counts', { token })
      return body.data.counts[area] as number
    }
    const before = await count()
    await make()
    expect(await count()).toBe(before + 1)
  })
}
