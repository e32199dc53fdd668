import { type Said, say } from '@steward/i18n/sentence'
import type { Db } from './connection.ts'
import { queryColumn, queryFirst } from './query.ts'

/** What `steward check` looks at; changes nothing. */
export async function describeDatabase(db: Db) {
  const found = await queryFirst(db)<{
    version: number
    encoding: string
    standby: boolean
    mayCreate: boolean
    migrated: boolean
  }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create') as "mayCreate",
      to_regclass('schema_migrations') is not null as migrated
  `
  if (!found) throw new Error('the database tells nothing of itself')
  const applied = found.migrated ? await queryColumn(db)`select name from schema_migrations` : []
  return { ...found, applied }
}

/** The database's clock, in milliseconds since 1970, and the time of the last entry of the audit log, if there is one. */
export const readClock = (db: Db) =>
  queryFirst(db)<{ now: number; last: number | null }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      (select (extract(epoch from at) * 1000)::float8 from audit_entries order by id desc limit 1) as last
  `

/** What is wrong with a database's encoding, in a sentence; undefined where nothing is. */
export const encodingProblem = (encoding: string): Said | undefined =>
  encoding === 'UTF8'
    ? undefined
    : say(
        "The database has the encoding {encoding}, and Steward needs UTF8: create database steward encoding 'UTF8' template template0.",
        { encoding },
      )
