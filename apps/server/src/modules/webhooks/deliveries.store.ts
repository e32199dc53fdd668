import type { AuditAction, AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { UserType } from '@steward/contract/users/users'
import type { DeliveryAttempt, deliveryStatuses } from '@steward/contract/webhooks/webhooks'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import {
  queryAll,
  queryChangesOne,
  queryColumn,
  queryFirst,
  queryNumber,
} from '../../db/connection/query.ts'
import { type Condition, where, withIds } from '../../db/filters/conditions.ts'
import { type AuditRow, auditListing } from '../audit-log/audit-log.store.ts'
import { sealsFrom } from '../audit-log/sealed-entries.store.ts'
import { claimMs, maxAttemptsKept, slots } from './webhooks.rules.ts'
import type { WebhookRow } from './webhooks.store.ts'

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

const now = sql`clock_timestamp()`

/** Whether a time has come. One that is too far off dates from before the clock was set back. */
const hasCome = (time: string, furthest: string) =>
  sql<SqlBool>`(${sql.ref(time)} <= ${now} or ${sql.ref(time)} > ${now} + ${sql.lit(furthest)}::interval)`

/**
 * Claims deliveries to be sent by this server: those whose time has come, and for whose record nothing earlier waits.
 * @param busy how many of each webhook this server is sending
 */
export const claimDue = (db: Db, busy: Readonly<Record<string, number>>) =>
  queryAll(db)<DeliveryRow>`
    with due as (
      select picked.id
      from webhooks as hook
      cross join lateral (
        select d.id from webhook_deliveries as d
        where d.webhook_id = hook.id and d.status = 'waiting'
          and ${hasCome('d.next_at', '25 hours')}
          and (d.claimed_until is null or ${hasCome('d.claimed_until', '10 minutes')})
          and not exists (
            select 1 from webhook_deliveries as earlier
            where earlier.webhook_id = d.webhook_id and earlier.status = 'waiting'
              and earlier.record_id = d.record_id and earlier.id < d.id
          )
          and not exists (
            select 1 from webhook_deliveries as batch
            where batch.webhook_id = d.webhook_id and batch.status = 'waiting'
              and batch.entry_id = d.made_by and batch.id < d.id
          )
        order by d.next_at, d.id
        limit greatest(0, case when hook.failures >= ${slots.failuresUntilOne} then 1 else ${slots.most} end
          - coalesce((${JSON.stringify(busy)}::jsonb ->> hook.id::text)::int, 0))
        for update of d skip locked
      ) as picked
      where hook.state = 'on' and hook.deleted_at is null
        and (hook.paused_until is null or ${hasCome('hook.paused_until', '2 hours')})
    )
    update webhook_deliveries as d
    set claimed_until = ${now} + make_interval(secs => ${claimMs / 1000})
    from due where d.id = due.id
    returning d.*`

/** Gives claimed deliveries back, to be sent at once. */
export async function releaseClaims(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update webhook_deliveries set claimed_until = null
    where id = any(${ids}::bigint[]) and status = 'waiting'`.execute(db)
}

/** Gives back what a server of before had claimed, where there can be no other one. */
export async function releaseAllClaims(db: Db): Promise<void> {
  await sql`
    update webhook_deliveries set claimed_until = null
    where status = 'waiting' and claimed_until is not null`.execute(db)
}

/** What a try has come to; `nextMs` is until the next one where there is one. */
export interface Outcome {
  status: DeliveryRow['status']
  attempt: DeliveryAttempt | null
  answer: string | null
  nextMs: number | null
}

export const noteOutcome = (db: Db, id: number, { status, attempt, answer, nextMs }: Outcome) =>
  queryChangesOne(db)`
    update webhook_deliveries set status = ${status}, claimed_until = null,
      tries = tries + ${attempt ? 1 : 0}::int,
      attempts = case when ${attempt !== null} then
        jsonb_path_query_array(jsonb_build_array(${JSON.stringify(attempt)}::jsonb) || attempts,
          ${sql.lit(`$[0 to ${maxAttemptsKept - 1}]`)})
        else attempts end,
      answer = ${answer}, first_tried_at = coalesce(first_tried_at, ${now}),
      next_at = case when ${nextMs}::float8 is null then next_at
        else ${now} + make_interval(secs => ${nextMs}::float8 / 1000) end,
      ended_at = ${status === 'waiting' ? null : sql`${now}`}
    where id = ${id} and status = 'waiting'`

/** Makes what waits for a later try due now, with its tries counted anew where `anew`. */
export async function makeDue(db: Db, webhook: string, anew = false): Promise<void> {
  await sql`
    update webhook_deliveries set next_at = ${now}
      ${anew ? sql`, tries = 0, first_tried_at = null, claimed_until = null` : sql``}
    where webhook_id = ${webhook} and status = 'waiting' and claimed_until is null`.execute(db)
}

/** Ends what waits without sending it. */
export async function giveUpWaiting(tx: Db, webhook: string): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'failed', ended_at = ${now}, claimed_until = null
    where webhook_id = ${webhook} and status = 'waiting'`.execute(tx)
}

/** An entry that is looked at for webhooks. */
export interface LoggedEntry {
  id: number
  at: string
  seal: number
  area: AuditArea
  action: AuditAction
  person_types: UserType[] | null
  record_id: string | null
  record_count: number
}

const looked = sql`t.id, t.at, t.area, t.action, t.person_types, t.record_id, t.record_count`

/** The entries of whole seals behind one, in their order, until there are `enough`. */
export const entriesAfterSeal = (db: Db, seal: number, enough: number) =>
  queryAll(db)<LoggedEntry>`
    select ${looked}, seal.no as seal
    from ${sealsFrom(seal + 1)}
    where seal.earlier < ${enough}
    order by seal.no, sealed.nth`

const sealed = sql<SqlBool>`(t.id <= (select settled from audit_sealing)
  or t.id = any(array(select unnest(above) from audit_sealing)))`

/** The sealed entries of a span behind one of them, in the order of time. */
export const entriesInSpan = (
  db: Db,
  { from, after, to }: { from: string; after: number | null; to: string },
  max: number,
) =>
  queryAll(db)<LoggedEntry>`
    select ${looked}, 0 as seal from audit_entries as t
    where (t.at, t.id) > (${from}::timestamptz, ${after ?? 0}::bigint) and t.at <= ${to}::timestamptz
      and ${sealed}
    order by t.at, t.id limit ${max}::int`

/** The webhooks that have something to read and room for it. */
export const findReaders = (db: Db, room: number) =>
  queryAll(db)<Pick<WebhookRow, 'id' | 'seal' | 'replay_to'>>`
    select hook.id, hook.seal, hook.replay_to from webhooks as hook
    where hook.state = 'on' and hook.deleted_at is null
      and (hook.replay_to is not null or exists (select 1 from audit_seals where no > hook.seal))
      and (select count(*) from (
        select 1 from webhook_deliveries as d
        where d.webhook_id = hook.id and d.status = 'waiting' limit ${room}
      ) as waiting) < ${room}
    order by hook.id`

/** Locks webhooks that stand at a seal, but for those that another server reads for. */
export const lockReaders = (tx: Db, ids: readonly string[], seal: number) =>
  queryAll(tx)<WebhookRow>`
    select * from webhooks
    where id = any(${ids}::uuid[]) and seal = ${seal} and state = 'on' and deleted_at is null
    order by id for update skip locked`

/** Locks a webhook for its replay, unless another server reads for it. */
export const lockReplay = (tx: Db, id: string) =>
  queryFirst(tx)<WebhookRow>`
    select * from webhooks
    where id = ${id} and replay_to is not null and state = 'on' and deleted_at is null
    for update skip locked`

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

export async function moveSeal(tx: Db, ids: readonly string[], seal: number): Promise<void> {
  await sql`update webhooks set seal = ${seal} where id = any(${ids}::uuid[])`.execute(tx)
}

/** Moves a replay behind an entry; ends it where there is none. */
export async function moveReplay(
  tx: Db,
  id: string,
  last: Pick<LoggedEntry, 'id' | 'at'> | undefined,
): Promise<void> {
  const moved = last
    ? sql`replay_from = ${last.at}, replay_after = ${last.id}`
    : sql`replay_from = null, replay_to = null, replay_after = null`
  await sql`update webhooks set ${moved} where id = ${id}`.execute(tx)
}

/** Which of these records a list's conditions match, in the order given. */
export async function matchingIds(
  db: Db,
  table: string,
  conditions: readonly Condition[],
  ids: readonly string[],
): Promise<string[]> {
  const found = await queryColumn(db)`
    select t.id from ${sql.table(table)} as t ${where([...conditions, withIds(ids)])}`
  const among = new Set(found)
  return ids.filter((id) => among.has(id))
}

/** An entry as the audit log lists it, with the types of people that it concerns. */
export const findEntry = (db: Db, id: number) =>
  queryFirst(db)<AuditRow & { person_types: UserType[] | null }>`
    select ${auditListing.columns}, t.person_types from audit_entries as t where t.id = ${id}`

/** The records that a batch entry made, in their order. */
export const recordsOfBatch = (db: Db, entry: number, max: number) =>
  queryColumn(db)`
    select record_id from audit_batch_records where entry_id = ${entry} order by place limit ${max}::int`

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
