import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryColumn } from '../connection/query.ts'

/**
 * SHA-256 of the ids of rows with what tells whether each has changed: when it was written, and its version.
 * @param from what stands behind `from`, with the rows as `t`
 */
export async function digestOfRows(db: Db, from: RawBuilder<unknown>): Promise<string> {
  const [text = ''] = await queryColumn(db)`
    select coalesce(string_agg(
      t.id::text || ' ' || extract(epoch from t.updated_at)::text || ' '
        || coalesce(to_jsonb(t) ->> 'version', ''), ',' order by t.id), '')
    from ${from}`
  return createHash('sha256').update(text).digest('hex')
}
