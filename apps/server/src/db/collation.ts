import { type Said, say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import type { Connection, Db } from './connection/connection.ts'
import { queryAll, queryColumn } from './connection/query.ts'

/** Sorts a text column `t.column` by the collation of the installation: names, titles and numbers. */
export const inNameOrder = (column: string) => sql`(${sql.ref(column)} collate steward_names)`

interface Collation {
  /** BCP 47, such as `sv`; `und` for the order of Unicode. */
  locale: string
  /** The version of ICU's order that the indexes were built with. */
  version: string | null
  /** That of the ICU which the database has now. */
  current: string | null
}

/** The collation that names, titles and numbers are sorted by (0105-collation.sql). */
export async function readCollation(db: Db): Promise<Collation | undefined> {
  // The column with the locale has been renamed twice.
  const [found] = await queryAll(db)<Collation>`
    select coalesce(
        to_jsonb(pg_collation) ->> 'colllocale', to_jsonb(pg_collation) ->> 'colliculocale', collcollate::text
      ) as locale, collversion as version, pg_collation_actual_version(oid) as current
    from pg_collation
    where collname = 'steward_names' and collnamespace = current_schema()::regnamespace`
  return found
}

const indexesByName = (db: Db) =>
  queryAll(db)<{ name: string; definition: string }>`
    select objid::regclass::text as name, pg_get_indexdef(objid) as definition
    from pg_depend join pg_collation on pg_collation.oid = refobjid
    where classid = 'pg_class'::regclass and refclassid = 'pg_collation'::regclass
      and collname = 'steward_names' and collnamespace = current_schema()::regnamespace
    group by objid order by 1`

/**
 * Sorts names, titles and numbers by another locale: builds their indexes anew, with their tables locked against
 * readers and writers meanwhile (some seconds a million rows).
 * @param locale BCP 47, checked by the settings
 */
export async function setCollation(tx: Db, locale: string): Promise<void> {
  if ((await readCollation(tx))?.locale === locale) return
  const indexes = await indexesByName(tx)
  const statements = [
    ...indexes.map(({ name }) => `drop index ${name}`),
    'drop collation steward_names',
    `create collation steward_names (provider = icu, locale = '${locale.replaceAll("'", "''")}')`,
    ...indexes.map(({ definition }) => definition),
  ]
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql.raw(statements.join(';\n')).execute(tx)
}

/**
 * Builds the indexes of names anew where the database has another version of ICU than the one that they were built with,
 * which may sort otherwise: after an upgrade of its operating system, or of Steward where the engine is embedded.
 */
export async function refreshCollation(
  { db, engine }: Connection,
  tell: (line: Said) => void,
): Promise<void> {
  const collation = await readCollation(db)
  if (!collation || collation.version === collation.current) return
  const { version, current } = collation
  tell(
    say(
      'names are sorted by version {current} of ICU’s order, and were by {version}: building their indexes anew',
      { current, version },
    ),
  )
  await db.connection().execute(async (session) => {
    const [limit = '0'] = await queryColumn(session)<string>`show statement_timeout`
    await sql`set statement_timeout = 0`.execute(session)
    try {
      // The embedded engine has one session, which waits for none.
      const how = sql.raw(engine === 'embedded' ? '' : 'concurrently')
      for (const { name } of await indexesByName(session))
        await sql`reindex index ${how} ${sql.raw(name)}`.execute(session)
    } finally {
      await sql`select set_config('statement_timeout', ${limit}, false)`.execute(session)
    }
  })
  for (const each of ['steward_names', 'steward_letters'])
    await sql`alter collation ${sql.id(each)} refresh version`.execute(db)
}
