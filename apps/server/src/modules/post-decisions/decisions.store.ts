import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst, queryNumber } from '../../db/connection/query.ts'

/** How the detail of an entry about a message begins; the message follows. */
export const messageDetail = 'Message to the author: '

/** Counts the changes of a person's own decision about posts; undefined for any other batch. */
export async function countOwnChanges(db: Db, batch: string, person: string) {
  const counted = await queryFirst(db)<{ own: boolean | null; n: number }>`
    select bool_and(actor_id = ${person} and through = 'api' and area in ('posts', 'users')) as own,
      count(coalesce(before, after)) as n
    from audit_entries where batch = ${batch}
  `
  return counted?.own ? counted.n : undefined
}

const messagesLock = 7_203_122

/** Counts messages in the last hour; locks the person's messages until the transaction ends. */
export async function countMessages(tx: Db, person: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${messagesLock}, hashtext(${person}))`.execute(tx)
  return await queryNumber(tx)`
    select count(*) as n from audit_entries
    where actor_id = ${person} and at > now() - interval '1 hour' and area = 'posts'
      and starts_with(detail, ${messageDetail})
  `
}
