import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** How the audit log tells of a message to an author; what follows is the message. */
export const messageDetail = 'Message to the author: '

/**
 * How many changes a batch of the audit log tells of, where it is a decision about posts that a person made by a call of
 * theirs; undefined where it isn't.
 */
export async function countOwnChanges(
  db: Db,
  batch: string,
  person: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ own: boolean | null; n: number }>`
    select bool_and(actor_id = ${person} and through = 'api' and area in ('posts', 'users')) as own,
      count(coalesce(before, after)) as n
    from audit_entries where batch = ${batch}
  `.execute(db)
  return rows[0]?.own ? rows[0].n : undefined
}

/** Names our lock on a person's messages among the database's advisory locks. */
const messagesLock = 7_203_122

/** How many messages to authors a person has sent within the last hour; until the transaction ends they send no other. */
export async function countMessages(tx: Db, person: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${messagesLock}, hashtext(${person}))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_entries
    where actor_id = ${person} and at > now() - interval '1 hour' and area = 'posts'
      and starts_with(detail, ${messageDetail})
  `.execute(tx)
  return rows[0]?.n ?? 0
}
