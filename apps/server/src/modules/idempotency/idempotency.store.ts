import { keptHours } from '@steward/contract/calls/idempotency'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryExists, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { newId } from '../../ids.ts'

/** A write with an idempotency key; its hashes are 32 bytes. */
export interface KeyedWrite {
  userId: string
  key: Buffer
  call: string
  fingerprint: Buffer
  /** The claims of this request's attempts, each of which has an id of its own. */
  attempts: string[]
  /** Those that are known to be committed. */
  claims: string[]
}

/** A stored write; `answer` is null without an answer, which may come while `recent` (a minute). */
export type KeptWrite = Pick<
  Selectable<Tables['idempotency_keys']>,
  'claim' | 'fingerprint' | 'status' | 'answer'
> & { recent: boolean }

/** The longest answer that is kept, in bytes. */
export const maxAnswerBytes = 131_072

/** How many keys of a person are kept, beside those of the last {@link sparedMinutes}; the oldest are deleted now and then. */
export const maxKeys = 1_000

/** How long a key is kept however many there are: a script that writes fast may still repeat a request. */
export const sparedMinutes = 10

/** How many expired keys one statement deletes. */
export const forgottenAtOnce = 1_000

const notExpired = sql`created_at > now() - make_interval(hours => ${sql.lit(keptHours)})`

export const findKept = (db: Db, { userId, key }: Pick<KeyedWrite, 'userId' | 'key'>) =>
  queryFirst(db)<KeptWrite>`
    select claim, fingerprint, status, answer, created_at > now() - interval '1 minute' as recent
    from idempotency_keys where user_id = ${userId} and key = ${key} and ${notExpired}
  `

/**
 * Writes the row of a key that is found anew. What is committed on the primary can be read before it is on the
 * synchronous standby if the wait for that was cancelled; the COMMIT of this write waits, and for all before it.
 */
export async function rewriteKey(tx: Db, { userId, key }: KeyedWrite): Promise<void> {
  await sql`
    update idempotency_keys set claim = claim where user_id = ${userId} and key = ${key}
  `.execute(tx)
}

/**
 * Claims a key in the transaction of the change, after other requests with it: at most `waitMs`,
 * then error `55P03`.
 * @returns false where another request has made its change, or an attempt of this one that isn't known to have
 */
export async function claimKey(
  tx: Db,
  write: KeyedWrite,
  claim: string,
  waitMs: number,
): Promise<boolean> {
  // Set `lock_timeout` for this statement alone.
  return await queryExists(tx)`
    with usual as materialized (select current_setting('lock_timeout') as lock_timeout)
    insert into idempotency_keys as kept (user_id, key, claim, call, fingerprint)
    select ${write.userId}::uuid, ${write.key}::bytea, ${claim}::uuid, ${write.call},
      ${write.fingerprint}::bytea
    from usual where set_config('lock_timeout', ${`${waitMs}ms`}, true) is not null
    ${onConflict(write.claims)}
    returning set_config('lock_timeout', (select lock_timeout from usual), true)
  `
}

/** Replaces an expired key or one of these claims. */
const onConflict = (claims: readonly string[]) => sql`
  on conflict (user_id, key) do update set
    claim = excluded.claim, call = excluded.call, fingerprint = excluded.fingerprint,
    status = excluded.status, answer = excluded.answer, created_at = now()
  where kept.claim = any(${claims}::uuid[])
    or kept.created_at <= now() - make_interval(hours => ${sql.lit(keptHours)})
`

/**
 * Stores an answer, even if no key was claimed. Its COMMIT isn't waited for: a crash that loses the answer leaves the
 * key, whose repetition hears that the change was made.
 */
export async function keepAnswer(
  db: Db,
  write: KeyedWrite,
  { status, text }: { status: number; text: string },
): Promise<void> {
  const answer = Buffer.byteLength(text) > maxAnswerBytes ? null : text
  await sql`
    insert into idempotency_keys as kept (user_id, key, claim, call, fingerprint, status, answer)
    select ${write.userId}::uuid, ${write.key}::bytea, ${write.attempts.at(-1) ?? newId()}::uuid, ${write.call},
      ${write.fingerprint}::bytea, ${status}::smallint, ${answer}::text
    from set_config('synchronous_commit', 'off', true)
    ${onConflict(write.attempts)}
  `.execute(db)
  if (isTrimming(write.key)) await trimKeys(db, write.userId)
}

/** Whether the person's oldest keys are deleted with this key: one in 32 of them, since it reads a thousand rows. */
export const isTrimming = (key: Buffer): boolean => (key[0] ?? 0) % 32 === 0

const trimKeys = (db: Db, person: string) =>
  sql`
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys
      where user_id = ${person}
        and created_at < now() - make_interval(mins => ${sql.lit(sparedMinutes)})
      order by created_at desc offset ${sql.lit(maxKeys)} for update skip locked
    )
  `.execute(db)

/** Deletes some expired keys; returns how many. */
export async function forgetExpired(db: Db): Promise<number> {
  const gone = await sql`
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where not (${notExpired})
      limit ${sql.lit(forgottenAtOnce)} for update skip locked
    )
  `.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
