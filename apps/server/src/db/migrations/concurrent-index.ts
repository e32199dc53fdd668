import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryExists } from '../connection/query.ts'
import type { Migration } from './migration-file.ts'

const concurrentIndex = /\bindex\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?/i

/** The index that a file makes or drops with `concurrently`. */
const indexOf = ({ sql: text }: Migration): string | undefined => concurrentIndex.exec(text)?.[1]

/** Drops what a failed `create index concurrently` left: an index that is kept up to date, but used by no query. */
export async function dropInvalidIndex(session: Db, migration: Migration): Promise<void> {
  const name = indexOf(migration)
  if (name === undefined) return
  const isInvalid = await queryExists(session)`
    select 1 from pg_index where indexrelid = to_regclass(quote_ident(${name})) and not indisvalid`
  if (isInvalid) await sql`drop index concurrently ${sql.id(name)}`.execute(session)
}

/** The same for a database that nobody else uses, so that it can run in a transaction. */
export const withoutConcurrently = ({ sql: text }: Migration): string =>
  text.replaceAll(/\bindex\s+concurrently\b/gi, 'index')
