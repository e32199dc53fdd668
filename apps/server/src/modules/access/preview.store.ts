import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { newId } from '../../ids.ts'

/** A look through a role, as it is kept beside the session that it belongs to. */
export interface NewPreview {
  tokenHash: Buffer
  parentId: string
  roleId: string
  ip: string
  userAgent: string | null
}

/**
 * Keeps a look through a role; it ends when the session that it belongs to does.
 * @returns false where that session has ended meanwhile
 */
export async function createPreview(db: Db, preview: NewPreview): Promise<boolean> {
  const { tokenHash, parentId, roleId, ip, userAgent } = preview
  const made = await sql`
    insert into sessions (id, token_hash, user_id, ip, user_agent, expires_at, proved_at,
      parent_id, preview_role_id)
    select ${newId()}::uuid, ${tokenHash}::bytea, user_id, ${ip}::text, ${userAgent}::text,
      expires_at, proved_at, id, ${roleId}::uuid
    from sessions where id = ${parentId} for key share
  `.execute(db)
  return made.numAffectedRows === 1n
}
