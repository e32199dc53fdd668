import { type AuditArea, otherAreas } from '@steward/contract/audit-log/audit-log.routes'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryNumber } from '../../db/connection/query.ts'
import { type Condition, where } from '../../db/filters/conditions.ts'
import { undoneBy } from '../../db/write/undo-depth.ts'
import {
  type AuditRow,
  auditListing,
  batchRecordRow,
  type Columns,
  ofRecords,
  type Visible,
  visibleEntries,
} from './audit-log.store.ts'

export type Selection =
  | { entry: number }
  | { batch: string }
  | { actor: string; from: string; to: string }

function conditionOf(selection: Selection): Condition {
  if ('entry' in selection) return { sql: sql<boolean>`t.id = ${selection.entry}` }
  if ('batch' in selection) return { sql: sql<boolean>`t.batch = ${selection.batch}` }
  const { actor, from, to } = selection
  return {
    sql: sql<boolean>`t.actor_id = ${actor} and t.at between ${from}::timestamptz and ${to}::timestamptz`,
  }
}

const aboutRecords: Condition = {
  sql: sql<boolean>`(t.before is not null or t.after is not null or t.record_count > 1)
    and t.area <> all(${otherAreas}::text[]) and t.action not in ('export', 'import', 'job')`,
}

const whereSelected = (selection: Selection, visible: Visible, ...more: Condition[]) =>
  where([conditionOf(selection), aboutRecords, ...more, ...visibleEntries(visible)])

export type SelectedRow = AuditRow & { undo_level: number }

export const countSelected = (db: Db, selection: Selection, visible: Visible) =>
  queryNumber(db)`
    select coalesce(sum(t.record_count), 0)::bigint as n from audit_entries as t
    ${whereSelected(selection, visible)}
  `

export async function findSelected(
  db: Db,
  selection: Selection,
  visible: Visible,
  only?: readonly string[],
): Promise<SelectedRow[]> {
  const about = [...('entry' in selection ? [] : [aboutRecords]), ...(only ? ofRecords(only) : [])]
  return await queryAll(db)<SelectedRow>`
    select ${auditListing.columns},
      coalesce((select level from audit_undos where undo_id = t.id), 0) as undo_level
    from audit_entries as t
    ${where([conditionOf(selection), ...about, ...visibleEntries(visible)])}
    order by t.id desc
  `
}

export async function findBatchEntry(db: Db, entry: number, only?: readonly string[]) {
  const which = only ? sql`and batched.record_id = any(${only}::uuid[])` : sql``
  return await queryAll(db)<{ id: string; row: Columns }>`
    select batched.record_id as id, ${batchRecordRow} as row
    from audit_batch_records as batched join audit_entries as entry on entry.id = batched.entry_id
    where batched.entry_id = ${entry} ${which}
    order by batched.place desc
  `
}

/** Finds the entries that an undo wrote: the last for an entry, or all of a batch. */
export async function findWritten(db: Db, undo: { of: number } | { batch: string }) {
  const which =
    'batch' in undo
      ? sql`t.batch = ${undo.batch}`
      : sql`t.id = (select max(undo_id) from audit_undos where entry_id = ${undo.of} and in_effect)`
  return await queryAll(db)<AuditRow>`
    select ${auditListing.columns} from audit_entries as t where ${which} order by t.id
  `
}

/** Columns of a record changed after an entry, except by the entries `besides`, just undone. */
export const changedSince = (db: Db, record: string, entry: number, besides: readonly number[]) =>
  queryColumn(db)`
    select distinct key as column
    from audit_entries as t cross join jsonb_object_keys(t.after) as key
    where t.record_id = ${record} and t.id > ${entry} and t.action <> 'undo'
      and t.id <> all(${besides}::bigint[]) and ${undoneBy} is null
  `

/** Visible records of one area in a selection, those changed last first. */
export const recordsSelected = (selection: Selection, area: AuditArea, visible: Visible) => sql`
  select id, row_number() over (order by max(entry) desc, id) as place
  from (
    select t.record_id as id, t.id as entry from audit_entries as t
    ${whereSelected(selection, visible, inArea(area), ofOne)}
    union all
    select batched.record_id, t.id
    from audit_entries as t join audit_batch_records as batched on batched.entry_id = t.id
    ${whereSelected(selection, visible, inArea(area))}
  ) as told
  group by id`

const inArea = (area: AuditArea): Condition => ({ sql: sql<boolean>`t.area = ${area}` })
const ofOne: Condition = { sql: sql<boolean>`t.record_id is not null` }

export const areasSelected = (db: Db, selection: Selection, visible: Visible) =>
  queryColumn(db)<AuditArea>`
    select distinct t.area from audit_entries as t
    ${whereSelected(selection, visible)}
    order by t.area
  `
