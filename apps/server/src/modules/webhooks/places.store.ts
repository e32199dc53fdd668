import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst } from '../../db/connection/query.ts'
import type { LoggedEntry } from './entries.store.ts'
import type { WebhookRow } from './webhooks.store.ts'

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
