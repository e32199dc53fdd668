import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** A file of `migrations/`, and how its header says that it is to be run (docs/upgrading.md). */
export interface Migration {
  name: string
  sql: string
  way: 'transaction' | 'no-transaction' | 'backfill'
  /** The table that a backfill walks through, by its column `id`. */
  table: string
  /** The migration that a server has to know to work with the schema after this one; null for any. */
  needs: string | null
}

/** The names of the SQL files of `migrations/` that this version has, in their order. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** The migrations of this version, in their order. */
export const readMigrations = async (): Promise<Migration[]> =>
  await Promise.all(
    (await listMigrations()).map(async (name) =>
      parseMigration(name, await readFile(`${folder}${name}`, 'utf8')),
    ),
  )

/** Those of this version's migrations that some names are of. */
export const migrationsNamed = async (names: readonly string[]): Promise<Migration[]> =>
  (await readMigrations()).filter(({ name }) => names.includes(name))

/**
 * Reads the header of a migration: lines `-- steward: no-transaction`, `-- steward: backfill TABLE` and
 * `-- steward: needs NAME.sql`.
 * @throws {Error} where it says something else
 */
export function parseMigration(name: string, sql: string): Migration {
  const migration: Migration = { name, sql, way: 'transaction', table: '', needs: null }
  for (const [line, words = ''] of sql.matchAll(/^-- steward: *(.*)$/gm)) {
    const [way, value, ...more] = words.trim().split(/\s+/)
    if (more.length > 0) throw new Error(`${name}: "${line}" has too many words`)
    if (way === 'no-transaction' && value === undefined) migration.way = way
    else if (way === 'backfill' && value) Object.assign(migration, { way, table: value })
    else if (way === 'needs' && value?.endsWith('.sql')) migration.needs = value
    else throw new Error(`${name}: "${line}" is none of the lines that docs/upgrading.md tells of`)
  }
  return migration
}
