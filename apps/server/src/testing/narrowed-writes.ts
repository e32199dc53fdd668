import type { AreaName } from '@steward/contract/areas/areas'
import type { EndpointName } from '@steward/contract/calls/routes'
import { expect } from 'vitest'
import { submodulesOf } from './conditions-model.ts'
import { at, queryOf } from './drawn-calls.ts'
import { jobEnd } from './jobs.ts'
import type { Narrowed, Row } from './narrowed-community.ts'
import type { Expect } from './narrowed-reads.ts'

const isLive = (row: Row) => row['deleted_at'] === null

/** Fields that conditions are about, of which an edit takes what another record has. */
const moved: Partial<Record<AreaName, string>> = { bills: 'currency', tasks: 'priority' }

export const change: Expect = async (of, model, one) => {
  const verb = one.sort % 2 === 0 ? 'delete' : 'update'
  const areas = ['bills', 'events', 'tasks', 'polls'] as const
  const limited = areas.filter((area) => {
    const [{ module, submodule }] = submodulesOf(area) as [{ module: string; submodule: string }]
    return model.roles.some(({ conditions }) =>
      conditions.some(
        (each) => each.action === verb && each.module === module && each.submodule === submodule,
      ),
    )
  })
  const area = at(limited.length > 0 && one.page === 1 ? limited : areas, one.area)
  const row = at(of.rowsOf(area), one.pick)
  const field = one.any ? moved[area] : undefined
  const other = at(of.rowsOf(area), one.pick + one.limit)
  const patch = { title: `Changed ${one.pick}`, ...(field && { [field]: other[field] }) }
  const { status, body } = await of.ask('person', `${area}.${verb}` as EndpointName, {
    params: { id: row.id },
    ...(verb === 'update' && { body: area === 'bills' ? { data: patch } : patch }),
  })
  const later = verb === 'update' ? { ...row, ...patch } : undefined
  // A hidden field can't be sent; another one that can't be changed may be sent as it is.
  const isLocked =
    verb === 'update' &&
    Object.entries(patch).some(
      ([name, value]) =>
        model.hidden(area).includes(name) ||
        (model.locked(area).includes(name) && value !== row[name]),
    )
  const allowed = model.permits(area, verb, row, later) && !isLocked
  const expected = !model.sees(area, row) || !isLive(row) ? 404 : allowed ? 200 : 403
  const case_ = [area, verb, patch, row]
  expect([...case_, status, body.message]).toEqual([...case_, expected, body.message])
  if (status === 200) await of.reread(area)
}

export const bulk: Expect = async (of, model, one) => {
  if (!of.hasTurn('bulk')) return
  const area = at(['bills', 'tasks'] as const, one.area)
  const patch = { status: area === 'bills' ? 'due' : 'todo' }
  const me = of.idOf('person')
  const before = of.all()
  const rows = of.rowsOf(area)
  const byQuery = one.any
  const asked = { ...one, deleted: 'none' as const }
  const { query, withMe, isHidden } = queryOf(area, { model, me, rows }, asked)
  const { deleted: _, ...sent } = query
  const chosen = new Set(
    byQuery
      ? model.list(`${area}.list`, withMe, '').map(({ id }) => id)
      : Array.from({ length: 6 }, (_, n) => at(rows, one.pick + n * 7).id),
  )
  const { status, body } = await of.ask('person', 'jobs.create', {
    body: {
      area,
      action: 'status',
      patch,
      ...(byQuery ? { all: { query: sent } } : { ids: [...chosen] }),
    },
  })
  if (byQuery && isHidden) return expect(status).toBe(403)
  const left = rows.filter(
    ({ id, status }) => chosen.has(id) && (status as string) !== patch.status,
  )
  if (byQuery && left.length === 0) return expect(status).toBe(409)
  expect([status, body.message]).toEqual([201, body.message])
  if (byQuery) expect(body.data.total).toBe(left.length)
  await jobEnd(of.app, of.token, body.data._id)
  await of.reread(area)
  const may = (row: Row) => model.permits(area, 'update', row)
  const now = new Map(of.rowsOf(area).map((row) => [row.id, row]))
  for (const row of before[area] as unknown as Row[]) {
    const changes = chosen.has(row.id) && isLive(row) && model.sees(area, row) && may(row)
    expect([area, row.id, now.get(row.id)?.['status']]).toEqual([
      area,
      row.id,
      changes ? patch.status : row['status'],
    ])
  }
}

const [importedRows, head] = [12, 'id;number;title;payer;amount;currency']
const importedColumns = ['number', 'title', 'payer', 'amount', 'currency']
const currencyOf = (n: number) => (n % 2 === 0 ? 'EUR' : 'USD')
const lineOf = (n: number, title: string) =>
  `${n};Import ${n};${title};Ann;${n * 3}.00;${currencyOf(n)}`

async function runImport(of: Narrowed, lines: readonly string[]) {
  const sent = await of.app.app.inject({
    method: 'POST',
    url: '/api/admin/imports?area=bills&name=bills.csv',
    headers: { authorization: `Bearer ${of.token}`, 'content-type': 'application/octet-stream' },
    payload: [head, ...lines].join('\n'),
  })
  expect([sent.statusCode, sent.statusCode === 201 ? '' : sent.body]).toEqual([201, ''])
  const file: string = sent.json().data._id
  const { status, body } = await of.app.call('imports.start', {
    token: of.token,
    params: { id: file },
    body: { id: ['id'], onConflict: 'overwrite' },
  })
  expect([status, body.message]).toEqual([201, body.message])
  const job = await jobEnd(of.app, of.token, body.data._id)
  const report = await of.app.app.inject({
    url: `/api/admin/imports/${file}/report`,
    headers: { authorization: `Bearer ${of.token}` },
  })
  // So many files are kept of one person at most.
  await of.app.call('imports.delete', { token: of.token, params: { id: file } })
  await of.reread('bills')
  return { job, report: report.statusCode === 200 ? report.body : '' }
}

/** Imports bills, while nothing is narrowed, that drawn imports then overwrite. */
export async function importBills(of: Narrowed): Promise<void> {
  const lines = Array.from({ length: importedRows }, (_, n) => lineOf(n, 'First import'))
  const { job } = await runImport(of, lines)
  expect([job.status, job.changed]).toEqual(['done', importedRows])
}

export const overwrite: Expect = async (of, model, one) => {
  if (!of.hasTurn('import')) return
  const n = one.pick % importedRows
  const before = of.rowsOf('bills').find((row) => row['number'] === `Import ${n}`)
  const title = `Overwritten by import ${one.pick} ${one.sort}`
  const { job, report } = await runImport(of, [lineOf(n, title)])
  const after = of.rowsOf('bills').find(({ id }) => id === before?.id)
  const isHidden = importedColumns.some((name) => model.hidden('bills').includes(name))
  const isUnknown = !before || !model.sees('bills', before)
  const [amount, currency] = [n * 300, currencyOf(n)]
  const later = { ...before, title, amount, currency, payer_id: null, payer_name: 'Ann' }
  // A field that can't be changed may be sent as it is.
  const changed = importedColumns.filter((name) =>
    [name, `${name}_id`, `${name}_name`].some(
      (column) => column in later && later[column as keyof typeof later] !== before?.[column],
    ),
  )
  const isLocked = changed.some((name) => model.locked('bills').includes(name))
  const may = before && model.permits('bills', 'import', before, later)
  const changes = may && !isUnknown && !isHidden && !isLocked && isLive(before)
  const case_ = [before, report]
  expect([job.status, job.changed + job.unchanged, job.failed, ...case_]).toEqual([
    ...(changes ? ['done', expect.any(Number), 0] : ['done', 0, 1]),
    ...case_,
  ])
  expect(after?.['title']).toBe(changes ? title : before?.['title'])
  // As of a record that isn't there, and never what it holds.
  if (isUnknown && !isHidden) expect(report).toContain('deleted permanently')
  if (isUnknown) expect(report).not.toContain(String(before?.['title']))
}
