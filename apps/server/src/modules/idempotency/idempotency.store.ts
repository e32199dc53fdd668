import { keptHours } from '@steward/contract/calls/idempotency'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** A write as its key sees it; what is hashed is 32 bytes long. */
export interface KeyedWrite {
  userId: string
  key: Buffer
  call: string
  fingerprint: Buffer
  /** Tells this request from every other one with the same key. */
  claim: string
}

/** What is kept of a write. */
export interface KeptWrite {
  claim: string
  fingerprint: Buffer
  /** Null where no answer has been kept yet, or ever. */
  status: number | null
  answer: string | null
  /** Whether the change was made within the last minute, so that its answer may still come. */
  recent: boolean
}

/** Bytes of an answer at the most; a longer one isn't kept. */
export const maxAnswerBytes = 131_072

/** Keys of a person at the most; beyond them the oldest are forgotten before their time. */
export const maxKeys = 1_000

/** Keys that are forgotten in one statement. */
export const forgottenAtOnce = 1_000

const notExpired = sql`created_at > now() - make_interval(hours => ${sql.lit(keptHours)})`

/** What is kept under a person's key. */
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
 * Claims a key in the transaction of the change. Another request that has claimed it and is not done
 * yet is waited for.
 * @param waitMs milliseconds to wait at the most; longer is an error of the code `55P03`
 * @returns false where another request has made its change under this key
 */
export async function claimKey(tx: Db, write: KeyedWrite, waitMs: number): Promise<boolean> {
  // The wait is bounded in the statement itself, and for it alone.
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

/** What has expired is overwritten, and so is what the same request has claimed before. */
const onConflict = sql`
  on conflict (user_id, key) do update set
    claim = excluded.claim, call = excluded.call, fingerprint = excluded.fingerprint,
    status = excluded.status, answer = excluded.answer, created_at = now()
  where kept.claim = excluded.claim
    or kept.created_at <= now() - make_interval(hours => ${sql.lit(keptHours)})
`

/**
 * Keeps the answer of a write, whether or not its change has claimed the key, and forgets the
 * person's oldest keys where there are too many.
 */
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

/** Forgets some of the keys whose time is over. @returns how many */
export async function forgetExpired(db: Db): Promise<number> {
  const gone = await sql`
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where not (${notExpired})
      limit ${sql.lit(forgottenAtOnce)} for update skip locked
    )
  `.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
