import type { BodyOf } from '@steward/contract/calls/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryFirst } from '../../db/connection/query.ts'
import type { Session } from '../../http/session.ts'

/** The seconds in which a download can begin. */
const goodFor = 60

/** Keeps an export for a session and deletes expired ones; returns until when it is valid. */
export async function keepExport(
  db: Db,
  tokenHash: Buffer,
  session: Session,
  request: BodyOf<'exports.create'>,
  total: number,
): Promise<string> {
  await sql`delete from exports where expires_at <= now()`.execute(db)
  const [expiresAt = ''] = await queryColumn(db)`
    insert into exports (token_hash, user_id, session_id, request, total, expires_at)
    values (${tokenHash}, ${session.user.id}, ${session.key ? null : session.id}, ${JSON.stringify(request)}::jsonb, ${total}::bigint,
      now() + make_interval(secs => ${sql.lit(goodFor)}))
    returning expires_at
  `
  return expiresAt
}

interface TakenExport {
  user_id: string
  request: BodyOf<'exports.create'>
  total: number
}

export const takeExport = (db: Db, tokenHash: Buffer) =>
  queryFirst(db)<TakenExport>`
    delete from exports where token_hash = ${tokenHash} and expires_at > now()
    returning user_id, request, total
  `
