import type { AuditAction, AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { UserType } from '@steward/contract/users/users'
import type { DeliveryAttempt, deliveryStatuses } from '@steward/contract/webhooks/webhooks'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst, queryNumber } from '../../db/connection/query.ts'
import type { LoggedEntry } from './entries.store.ts'

export interface DeliveryRow {
  id: number
  webhook_id: string
  entry_id: number
  entry_at: string
  area: AuditArea
  action: AuditAction
  record_id: string | null
  is_replay: boolean
  status: (typeof deliveryStatuses)[number]
  tries: number
  attempts: DeliveryAttempt[]
  first_tried_at: string | null
  next_at: string
  ended_at: string | null
  answer: string | null
  created_at: string
}

export async function insertDeliveries(
  tx: Db,
  webhook: string,
  entries: readonly Pick<LoggedEntry, 'id' | 'at' | 'area' | 'action' | 'record_id'>[],
  isReplay: boolean,
): Promise<void> {
  if (entries.length === 0) return
  const ids = [...new Set(entries.flatMap(({ record_id }) => record_id ?? []))]
  const batches = await queryAll(tx)<{ record_id: string; entry_id: number }>`
    select record_id, entry_id from audit_batch_records where record_id = any(${ids}::uuid[])`
  const madeBy = new Map(batches.map(({ record_id, entry_id }) => [record_id, entry_id]))
  const rows = entries.map(({ id, at, area, action, record_id }) => {
    const made_by = record_id === null ? null : (madeBy.get(record_id) ?? null)
    return { id, at, area, action, record_id, made_by }
  })
  await sql`
    insert into webhook_deliveries
      (webhook_id, entry_id, entry_at, area, action, record_id, made_by, is_replay)
    select ${webhook}::uuid, given.id, given.at, given.area, given.action, given.record_id,
      given.made_by, ${isReplay}
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
      id bigint, at timestamptz, area text, action text, record_id uuid, made_by bigint
    )) with ordinality as given
    order by given.ordinality`.execute(tx)
}

/** A page of deliveries, the newest first. */
export const deliveriesOf = (
  db: Db,
  webhook: string,
  {
    after,
    limit,
    status,
  }: { after: number | undefined; limit: number; status: string | undefined },
) =>
  queryAll(db)<DeliveryRow & { title: string | null; person_types: UserType[] | null }>`
    select d.*, entry.title, entry.person_types
    from webhook_deliveries as d join audit_entries as entry on entry.id = d.entry_id
    where d.webhook_id = ${webhook}
      ${after === undefined ? sql`` : sql`and d.id < ${after}::bigint`}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`}
    order by d.id desc limit ${limit}::int`

export const findDelivery = (db: Db, webhook: string, id: number) =>
  queryFirst(db)<DeliveryRow>`
    select * from webhook_deliveries where webhook_id = ${webhook} and id = ${id}`

export const countWaiting = (db: Db, webhook: string) =>
  queryNumber(db)`
    select count(*)::int as n from webhook_deliveries where webhook_id = ${webhook} and status = 'waiting'`

/** Removes deliveries that ended long ago, and of each webhook all but the last; returns how many. */
export async function removeOldDeliveries(
  db: Db,
  { days, kept, max }: { days: number; kept: number; max: number },
): Promise<number> {
  const { numAffectedRows: old = 0n } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where ended_at < now() - make_interval(days => ${days}::int) limit ${max}::int
    )`.execute(db)
  const { numAffectedRows: beyond = 0n } = await sql`
    delete from webhook_deliveries where id in (
      select d.id from webhooks as hook
      cross join lateral (
        select id from webhook_deliveries where webhook_id = hook.id
        order by id desc offset ${kept}::int limit 1
      ) as bound
      join webhook_deliveries as d on d.webhook_id = hook.id and d.id <= bound.id
      where d.status <> 'waiting' limit ${max}::int
    )`.execute(db)
  return Number(old + beyond)
}
