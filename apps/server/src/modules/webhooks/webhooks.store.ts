import type { ExportArea } from '@steward/contract/areas/areas'
import type { AuditAction, AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { OffReason } from '@steward/contract/webhooks/webhooks'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryFirst, queryNumber } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { SealedColumn } from '../../db/sealed-columns.ts'
import { isId } from '../../ids.ts'
import { secretContext } from './webhooks.rules.ts'

export interface WebhookRow {
  id: string
  name: string
  url: string
  areas: AuditArea[]
  actions: AuditAction[]
  list: ExportArea | null
  query: Record<string, string | string[]> | null
  owner_id: string | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: string | null
  state: 'on' | 'off'
  off_reason: OffReason | null
  off_at: string | null
  seal: number
  replay_from: string | null
  replay_to: string | null
  replay_after: number | null
  failures: number
  failing_since: string | null
  paused_until: string | null
  last_sent_at: string | null
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A webhook as it is shown. */
export interface ShownWebhook extends WebhookRow {
  owner_name: string | null
  waiting: number
  is_behind: boolean
}

const shownWhere = (db: Db, condition: RawBuilder<unknown>) =>
  queryAll(db)<ShownWebhook>`
    select t.*, owner.name as owner_name,
      (select count(*) from webhook_deliveries as d where d.webhook_id = t.id and d.status = 'waiting') as waiting,
      exists (select 1 from audit_seals where no > t.seal) as is_behind
    from webhooks as t left join users as owner on owner.id = t.owner_id
    where ${condition} order by steward_fold(t.name), t.id
  `

export const findWebhooks = (db: Db) => shownWhere(db, sql`t.deleted_at is null`)

/** A webhook that isn't deleted, or with `deleted` one that is. */
export async function findWebhook(db: Db, id: string, deleted = false) {
  if (!isId(id)) return undefined
  return (await shownWhere(db, sql`t.id = ${id} and (t.deleted_at is not null) = ${deleted}`))[0]
}

/** A webhook as it is to be sent for. */
export const findReceiver = (db: Db, id: string) =>
  queryFirst(db)<WebhookRow>`select * from webhooks where id = ${id}`

/** The active person who owns a webhook and can be mailed, as a list; a service account has no address. */
export const findHolder = (db: Db, user: string) =>
  queryAll(db)<{ id: string; name: string; email: string }>`
    select id, name, email from users
    where id = ${user} and type = 'admin' and status = 'active' and email is not null and deleted_at is null`

/** The key of the advisory lock on the number of webhooks. */
const lockKey = 7_203_140

/** Locks the number of webhooks, and returns it. */
export async function lockAndCount(tx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  return await queryNumber(tx)`select count(*)::int as n from webhooks where deleted_at is null`
}

export async function lockWebhook(tx: Db, id: string): Promise<void> {
  await sql`select 1 from webhooks where id = ${id} for update`.execute(tx)
}

/** The last seal of the audit log; 0 before the first. */
export const lastSeal = (db: Db) =>
  queryNumber(db)`select coalesce(max(no), 0)::bigint as n from audit_seals`

export async function insertWebhook(tx: Db, row: Insertable<Tables['webhooks']>): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute()
}

/** Changes a webhook as a person does: with a new version. */
export async function updateWebhook(tx: Db, id: string, patch: Updateable<Tables['webhooks']>) {
  await tx
    .updateTable('webhooks')
    .set({ ...patch, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** How many deleted webhooks can be restored. */
const keptDeleted = 20

/** Removes deleted webhooks with their deliveries, but for the latest. */
export async function forgetDeleted(tx: Db): Promise<void> {
  await sql`
    delete from webhooks where id in (
      select id from webhooks where deleted_at is not null
      order by deleted_at desc, id desc offset ${keptDeleted}
    )`.execute(tx)
}

/** Switches a webhook off that is on; returns whether it was. */
export const switchOff = (tx: Db, id: string, reason: OffReason) =>
  queryChangesOne(tx)`
    update webhooks set state = 'off', off_reason = ${reason}, off_at = now(), version = version + 1,
      updated_at = now()
    where id = ${id} and state = 'on'`

/** Notes that the receiver took an event; returns how many tries in a row had failed before. */
export async function noteTaken(db: Db, id: string): Promise<number> {
  const was = await queryFirst(db)<{ failures: number }>`
    with was as (select id, failures from webhooks where id = ${id} for update)
    update webhooks set failures = 0, failing_since = null, paused_until = null,
      last_sent_at = clock_timestamp()
    from was where webhooks.id = was.id
    returning was.failures`
  return was?.failures ?? 0
}

/** Notes a failed try; `pauseMs` is how long the receiver asks to be left alone. */
export async function noteFailure(db: Db, id: string, pauseMs: number): Promise<void> {
  await sql`
    update webhooks set failures = failures + 1,
      failing_since = coalesce(failing_since, clock_timestamp()),
      paused_until = case when ${pauseMs}::int > 0
        then clock_timestamp() + make_interval(secs => ${pauseMs}::float8 / 1000) else paused_until end
    where id = ${id}`.execute(db)
}

/** The secrets of webhooks, present ones and those before, also of deleted webhooks. */
export const webhookSecrets: readonly SealedColumn[] = ['secret', 'previous_secret'].map(
  (column) => ({ table: 'webhooks', column, id: 'id', contextOf: secretContext }),
)

/** Begins to send a span again, up to now at most. */
export async function setReplay(tx: Db, id: string, from: string, to: string): Promise<void> {
  await sql`
    update webhooks set replay_from = ${from}::timestamptz, replay_after = 0,
      replay_to = least(${to}::timestamptz, now()), version = version + 1, updated_at = now()
    where id = ${id}`.execute(tx)
}
