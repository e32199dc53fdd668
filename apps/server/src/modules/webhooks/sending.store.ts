import type { DeliveryAttempt } from '@steward/contract/webhooks/webhooks'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne } from '../../db/connection/query.ts'
import type { DeliveryRow } from './deliveries.store.ts'
import { claimMs, maxAttemptsKept, slots } from './webhooks.rules.ts'

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
        limit greatest(0, case when hook.failures >= ${slots.failuresUntilOne} then 1 else ${slots.max} end
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
