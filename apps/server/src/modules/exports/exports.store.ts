import type { BodyOf } from '@steward/contract/calls/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryFirst } from '../../db/connection/query.ts'
import { type Condition, where } from '../../db/filters/conditions.ts'
import { digestOfRows } from '../../db/list/digest.ts'
import type { Listing } from '../../db/list/listing.ts'
import type { Via } from '../../db/write/audit.ts'
import type { Session } from '../../http/session.ts'

/** The seconds in which a download can begin. */
const goodFor = 60

/** Keeps an export for a session and deletes expired ones; returns until when it is valid. */
export async function keepExport(
  db: Db,
  tokenHash: Buffer,
  session: Session,
  {
    request,
    total,
    via = null,
  }: { request: BodyOf<'exports.create'>; total: number; via: Via | null | undefined },
): Promise<string> {
  await sql`delete from exports where expires_at <= now()`.execute(db)
  const [expiresAt = ''] = await queryColumn(db)`
    insert into exports (token_hash, user_id, session_id, request, total, via, expires_at)
    values (${tokenHash}, ${session.user.id}, ${session.key ? null : session.id}, ${JSON.stringify(request)}::jsonb, ${total}::bigint,
      ${via ? JSON.stringify(via) : null}::jsonb,
      now() + make_interval(secs => ${sql.lit(goodFor)}))
    returning expires_at
  `
  return expiresAt
}

interface TakenExport {
  user_id: string
  request: BodyOf<'exports.create'>
  total: number
  via: Via | null
}

export const takeExport = (db: Db, tokenHash: Buffer) =>
  queryFirst(db)<TakenExport>`
    delete from exports where token_hash = ${tokenHash} and expires_at > now()
    returning user_id, request, total, via
  `

/** SHA-256 of the ids and versions of the records of a list. */
export const digestOfList = (db: Db, { table }: Listing, conditions: readonly Condition[]) =>
  digestOfRows(db, sql`${sql.table(table)} as t ${where(conditions)}`)

/** The ids of the first records of a list. */
export const firstOfList = (
  db: Db,
  { table }: Listing,
  conditions: readonly Condition[],
  limit: number,
) =>
  queryColumn(db)`
    select t.id from ${sql.table(table)} as t ${where(conditions)} order by t.id limit ${sql.lit(limit)}`
