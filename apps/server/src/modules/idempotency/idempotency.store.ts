import { keptHours } from '@steward/contract/calls/idempotency'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Hashes are 32 bytes. */
export interface KeyedWrite {
  userId: string
  key: Buffer
  call: string
  fingerprint: Buffer
  /** Unique to this request. */
  claim: string
}

/** `status` and `answer` are null without an answer (yet); while `recent` (a minute) it may still come. */
export type KeptWrite = Pick<
  Selectable<Tables['idempotency_keys']>,
  'claim' | 'fingerprint' | 'status' | 'answer'
> & { recent: boolean }

/** A longer answer isn't kept. */
export const maxAnswerBytes = 131_072

/** Of a person; the oldest go first. */
export const maxKeys = 1_000

/** In one statement. */
export const forgottenAtOnce = 1_000

const notExpired = sql`created_at > now() - make_interval(hours => ${sql.lit(keptHours)})`

export async function findKept(
  db: Db,
  { userId, key }: Pick<KeyedWrite, 'userId' | 'key'>,
): Promise<KeptWrite | undefined> {
  const found = await sql<KeptWrite>`
    select claim, fingerprint, status, answer, created_at > now() - interval '1 minute' as recent
    from idempotency_keys where user_id = ${userId} and key = ${key} and ${notExpired}
  `.execute(db)
  return found.rows[0]
}

/**
 * In the transaction of the change; waits for another request with the key, at most `waitMs` (then error `55P03`).
 * @returns false where another request has made its change
 */
export async function claimKey(tx: Db, write: KeyedWrite, waitMs: number): Promise<boolean> {
  // `lock_timeout` for this statement alone.
  const claimed = await sql`
    with usual as materialized (select current_setting('lock_timeout') as lock_timeout)
    insert into idempotency_keys as kept (user_id, key, claim, call, fingerprint)
    select ${write.userId}::uuid, ${write.key}::bytea, ${write.claim}::uuid, ${write.call},
      ${write.fingerprint}::bytea
    from usual where set_config('lock_timeout', ${`${waitMs}ms`}, true) is not null
    ${onConflict}
    returning set_config('lock_timeout', (select lock_timeout from usual), true)
  `.execute(tx)
  return claimed.rows.length > 0
}

/** Replaces expired keys and the request's own. */
const onConflict = sql`
  on conflict (user_id, key) do update set
    claim = excluded.claim, call = excluded.call, fingerprint = excluded.fingerprint,
    status = excluded.status, answer = excluded.answer, created_at = now()
  where kept.claim = excluded.claim
    or kept.created_at <= now() - make_interval(hours => ${sql.lit(keptHours)})
`

/** Whether or not the change claimed the key; drops the person's oldest keys beyond the limit. */
export async function keepAnswer(
  db: Db,
  write: KeyedWrite,
  { status, text }: { status: number; text: string },
): Promise<void> {
  const answer = Buffer.byteLength(text) > maxAnswerBytes ? null : text
  await sql`
    insert into idempotency_keys as kept (user_id, key, claim, call, fingerprint, status, answer)
    values (${write.userId}, ${write.key}, ${write.claim}, ${write.call}, ${write.fingerprint},
      ${status}, ${answer})
    ${onConflict}
  `.execute(db)
  await sql`
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where user_id = ${write.userId}
      order by created_at desc offset ${sql.lit(maxKeys)} for update skip locked
    )
  `.execute(db)
}

/** @returns how many */
export async function forgetExpired(db: Db): Promise<number> {
  const gone = await sql`
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where not (${notExpired})
      limit ${sql.lit(forgottenAtOnce)} for update skip locked
    )
  `.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
