import { msg } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import { OperatorError } from '../../operator-error.ts'
import type { Db } from '../connection/connection.ts'
import { listMigrations, type Migration } from './migration-file.ts'

/**
 * The names of the migrations that a database has, in their order; none where it has no schema.
 * @throws {OperatorError} where the database is older than the baseline
 */
export async function readApplied(db: Db): Promise<string[]> {
  const there = await sql`select where to_regclass('schema_migrations') is not null`.execute(db)
  if (there.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name collate "C"`.execute(db)
  return await sinceBaseline(
    rows.map((row) => row.name),
    msg('The database'),
  )
}

/**
 * The migrations of a newer version that a database has, where this version can work with all of them.
 * @param known the names that this version has
 * @throws {OperatorError} where one of them needs a server that knows more
 */
export async function readNewer(db: Db, known: readonly string[]): Promise<string[]> {
  const newer = (await readApplied(db)).filter((name) => !known.includes(name))
  if (newer.length === 0) return []
  // As JSON, since a database of before the column has none.
  const { rows } = await sql<{ name: string; needs: string | null }>`
    select name, to_jsonb(m) ->> 'needs' as needs from schema_migrations as m
    where name = any(${newer}::text[]) order by name collate "C"`.execute(db)
  const breaking = rows.find(({ needs }) => needs !== null && !known.includes(needs))
  if (!breaking) return newer
  throw new OperatorError(
    say(
      "The database was written by a newer Steward that this version can't share it with (it has the migration {name}). Start that version, or a newer one.",
      { name: breaking.name },
    ),
  )
}

/**
 * Notes that a migration is applied, within the transaction that applies it: another process that is about to
 * apply it waits for the end of this one.
 * @returns whether it wasn't noted yet
 */
export async function noteApplied(tx: Db, { name, needs }: Migration): Promise<boolean> {
  const noted = await sql`
    insert into schema_migrations (name) values (${name}) on conflict do nothing`.execute(tx)
  if (noted.numAffectedRows !== 1n) return false
  if (needs !== null)
    await sql`update schema_migrations set needs = ${needs} where name = ${name}`.execute(tx)
  return true
}

const isBaseline = (name: string) => /^0082-\d/.test(name)

/** Whether a table of an older database or backup is one that 0083 or 0089 drops: no data is lost with it. */
export const isDroppedTable = (table: string): boolean =>
  /^past(s$|_)/.test(table) || (table.endsWith('_deltas') && !keptDeltas.includes(table))

const keptDeltas = ['folded_deltas', 'counter_deltas']

/** The last of the migrations that the baseline replaced (decision 52). */
const lastBeforeBaseline = '0082-audit-subjects.sql'

/**
 * The migrations of a database or a backup by the names that they have now: the baseline `0082-1…8` is the schema that
 * all migrations before it made together.
 * @param names in their order
 * @param what whose they are, for the error
 * @throws {OperatorError} where only some of the migrations before the baseline are among them
 */
export async function sinceBaseline(names: readonly string[], what: string): Promise<string[]> {
  const newer = names.filter((name) => isBaseline(name) || name > lastBeforeBaseline)
  if (newer.length === names.length) return newer
  if (names.includes(lastBeforeBaseline))
    return [...(await listMigrations()).filter(isBaseline), ...newer]
  throw new OperatorError(
    say(
      '{what} is of a Steward before 25 November 2026 (it ends with the migration {last}). Bring it up to date with a version in between first: docs/operations.md says which.',
      { what: nested(what), last: names.findLast((name) => name < lastBeforeBaseline) },
    ),
  )
}
