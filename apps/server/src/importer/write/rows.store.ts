import { isDeepStrictEqual } from 'node:util'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn } from '../../db/connection/query.ts'
import type { Actor } from '../../db/write/audit.ts'
import type { Scope } from '../../db/write/scope.ts'
import { write } from '../../db/write/write.ts'
import { Failure } from '../../http/failure.ts'
import type { ImportedArea, Reason } from '../fields.ts'
import type { Candidate } from '../parse/read-batches.ts'
import { BadField } from '../values.ts'

/** Who imports, in which job if any, and the source whose ids the file has. */
export interface ImportedBy {
  actor: Actor
  job: string | null
  source: string
}

/** Where rows go, and by whom. */
export interface Target {
  db: Db
  area: ImportedArea
  by: ImportedBy
}

export async function takenValues(
  { db, area: { table, unique } }: Target,
  values: readonly string[],
): Promise<Set<string>> {
  if (!unique || values.length === 0) return new Set()
  const column = sql.ref(unique.column)
  const same = unique.anyCase
    ? sql`steward_key(${column}) = steward_key(v.value)`
    : sql`${column} = v.value`
  const taken = await queryColumn(db)`
    select v.value from json_array_elements_text(${JSON.stringify(values)}::json) as v(value)
    where exists (select 1 from ${sql.table(table)} where ${same} and deleted_at is null)
  `
  return new Set(taken)
}

/** Inserts rows in one transaction; halves the batch to find a refused row, which gets the reason. */
export async function writeRows(
  to: Target,
  rows: readonly Candidate[],
): Promise<{ added: number; lost: Candidate[] }> {
  const [first] = rows
  if (!first) return { added: 0, lost: [] }
  try {
    const mine = await writeTogether(to, rows)
    return { added: mine.size, lost: rows.filter(({ key }) => !mine.has(key)) }
  } catch (error) {
    const reason = refusalOf(error, to.area)
    if (rows.length === 1) {
      first.reasons.push(reason)
      return { added: 0, lost: [] }
    }
    const half = Math.ceil(rows.length / 2)
    const one = await writeRows(to, rows.slice(0, half))
    const two = await writeRows(to, rows.slice(half))
    return { added: one.added + two.added, lost: [...one.lost, ...two.lost] }
  }
}

async function writeTogether({ db, area, by }: Target, rows: readonly Candidate[]) {
  return await write(db, by.actor, async ({ tx, insert }) => {
    const keys = rows.map(({ key, id, content, record }) => ({
      key,
      // A row without an id is recognized whatever the source.
      source: id === null ? '' : by.source,
      content,
      id: record['id'],
    }))
    // Insert in one order, so that two imports of one file wait for each other without a deadlock.
    const claimed = await queryColumn(tx)`
      insert into imported_rows (area, key, source, content, record_id, job_id)
      select ${area.name}, decode(k.key, 'hex'), k.source, decode(k.content, 'hex'), k.id, ${by.job}::uuid
      from json_to_recordset(${JSON.stringify(keys)}::json)
        as k(key text, source text, content text, id uuid)
      order by 2
      on conflict do nothing
      returning encode(key, 'hex')
    `
    const mine = new Set(claimed)
    const fresh = rows
      .filter(({ key }) => mine.has(key))
      .map(({ record }) => ({ ...record, imported: true }))
    await insert(area.table, ((await area.complete?.(tx, fresh)) ?? fresh) as never)
    return mine
  })
}

/** The reason for a row that the database refused; rethrows any error that isn't about the row. */
function refusalOf(error: unknown, { unique }: ImportedArea): Reason {
  if (error instanceof Failure && error.code === 'not_permitted')
    return { field: '', reason: error.said }
  const { code, constraint, message } = error as Record<string, string | undefined>
  if (!code || !/^2[23]/.test(code)) throw error
  if (code === '23505' && unique && constraint?.includes(unique.field))
    return { field: unique.field, reason: unique.reason }
  return {
    field: '',
    reason: say('is refused by the database: {message}', { message: message ?? code }),
  }
}

/** A row whose id belongs to an existing record with other content, in the same source. */
export interface Conflict {
  row: Candidate
  recordId: string
  here: Record<string, unknown> | null
  columns: readonly string[]
}

interface Known {
  key: string
  source: string
  record_id: string
  content: string | null
}

/**
 * Sorts rows into new ones, known ones, and those with an id whose content has changed. Whatever a scope doesn't let see
 * counts as different.
 */
export async function sortRows(
  { db, area, by }: Target,
  rows: readonly Candidate[],
  scope: Scope | null,
) {
  const sorted = {
    fresh: [] as Candidate[],
    /** How many rows were imported before with the same content. */
    already: 0,
    conflicts: [] as Conflict[],
    adopted: [] as Candidate[],
    /** How many of the fresh rows have an id that another source has used, by source. */
    elsewhere: {} as Record<string, number>,
  }
  const known = await knownKeys(db, area, rows)
  const changed: { row: Candidate; recordId: string }[] = []
  for (const row of rows) {
    const all = known.get(row.key) ?? []
    const bySource = (name: string) => all.find((each) => each.source === name)
    const own = row.id === null ? all[0] : (bySource(by.source) ?? bySource(''))
    if (!own) {
      sorted.fresh.push(row)
      const other = all[0]?.source
      if (other !== undefined) sorted.elsewhere[other] = (sorted.elsewhere[other] ?? 0) + 1
    } else if (row.id !== null && own.content !== row.content)
      changed.push({ row, recordId: own.record_id })
    else {
      sorted.already += 1
      if (row.id !== null && own.source !== by.source) sorted.adopted.push(row)
    }
  }
  const ids = changed.map(({ recordId }) => recordId)
  const records = await recordsOf(db, area, ids, scope)
  const hidden = scope?.hiddenColumns(area.table) ?? []
  for (const { row, recordId } of changed) {
    const here = records.get(recordId) ?? null
    const columns = row.columns.filter(
      (column) =>
        here === null ||
        hidden.includes(column) ||
        !isDeepStrictEqual(here[column], row.record[column] ?? null),
    )
    if (columns.length > 0) sorted.conflicts.push({ row, recordId, here, columns })
    else {
      sorted.already += 1
      sorted.adopted.push(row)
    }
  }
  return sorted
}

async function knownKeys(db: Db, area: ImportedArea, asked: readonly Candidate[]) {
  if (asked.length === 0) return new Map<string, Known[]>()
  const keys = JSON.stringify(asked.map(({ key }) => key))
  const rows = await queryAll(db)<Known>`
    select encode(key, 'hex') as key, source, record_id, encode(content, 'hex') as content
    from imported_rows
    where area = ${area.name}
      and key in (select decode(k, 'hex') from json_array_elements_text(${keys}::json) k)
    order by imported_at
  `
  return Map.groupBy(rows, ({ key }) => key)
}

async function recordsOf(
  db: Db,
  { table }: ImportedArea,
  ids: readonly string[],
  scope: Scope | null,
) {
  if (ids.length === 0) return new Map<string, Record<string, unknown>>()
  const rows = await queryAll(db)<Record<string, unknown>>`
    select * from ${sql.table(table)} where id = any(${ids}::uuid[])
  `
  const seen = scope ? await scope.seenOf(db, table, rows) : rows
  return new Map(seen.map((row) => [String(row['id']), row]))
}

export async function adoptRows({ db, area, by }: Target, rows: readonly Candidate[]) {
  if (rows.length === 0) return
  const { source } = by
  const said = rows.map(({ key, content }) => ({ key, content }))
  await sql`
    update imported_rows as r set source = ${source}, content = decode(k.content, 'hex')
    from json_to_recordset(${JSON.stringify(said)}::json) as k(key text, content text)
    where r.area = ${area.name} and r.key = decode(k.key, 'hex') and r.source in ('', ${source})
      and not exists (
        select 1 from imported_rows as own
        where own.area = r.area and own.key = r.key and own.source = ${source} and own.source <> r.source
      )
  `.execute(db)
}

/** Overwrites records in one transaction; rows that `refusal` refuses get its reason. */
export async function overwriteRows(
  { db, area, by }: Target,
  conflicts: readonly Conflict[],
  refusal: (record: Record<string, unknown>) => Reason | null,
): Promise<void> {
  if (conflicts.length === 0) return
  const ids = conflicts.map(({ recordId }) => recordId)
  const refused = await write(db, by.actor, async ({ tx, lock, update, attempt }) => {
    const reasons = new Map<Candidate, Reason>()
    // Lock all records at once in one order, against deadlocks.
    const locked = await lock(area.table, ids)
    const records = new Map(locked.map((record) => [record.id as string, record]))
    for (const { row, recordId, columns } of conflicts) {
      const record = records.get(recordId)
      const values = columns.map((column) => [column, row.record[column] ?? null])
      const patch: Record<string, unknown> = Object.fromEntries(values)
      const overwrite = async () => {
        await update(area.table, [record] as never, patch as never)
        await sql`
          update imported_rows set source = ${by.source}, content = decode(${row.content}, 'hex'), job_id = ${by.job}::uuid
          where area = ${area.name} and key = decode(${row.key}, 'hex') and record_id = ${recordId}
        `.execute(tx)
      }
      const reason =
        whyNot(area, record, patch, refusal) ??
        (await attempt(overwrite).catch((error) => refusalOf(error, area)))
      if (reason) reasons.set(row, reason)
    }
    return reasons
  })
  for (const [row, reason] of refused) row.reasons.push(reason)
}

function whyNot(
  area: ImportedArea,
  record: Record<string, unknown> | undefined,
  patch: Record<string, unknown>,
  refusal: (record: Record<string, unknown>) => Reason | null,
): Reason | null {
  const ofRow = (reason: Said) => ({ field: '', reason })
  if (!record) return ofRow(msg('has the id of a record that is deleted permanently'))
  if (record['deleted_at'])
    return ofRow(msg('has the id of a record that is deleted; restore it first'))
  try {
    area.mayOverwrite?.(record, patch)
  } catch (error) {
    if (!(error instanceof BadField)) throw error
    return { field: error.field, reason: error.said }
  }
  return refusal(record) ?? refusal({ ...record, ...patch })
}
