import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { readApplied } from './applied.ts'
import { migrate } from './migrate.ts'
import { listMigrations } from './migration-file.ts'

describe.each(oneEngine)('a database of before the baseline, on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.dispose())

  /** Notes that these migrations were applied, instead of those of this version. */
  const note = async (names: readonly string[]) => {
    const { db } = database.connection
    await sql`delete from schema_migrations`.execute(db)
    await sql`insert into schema_migrations (name) select unnest(${names}::text[])`.execute(db)
  }

  test('that has all that the baseline holds goes on from there', async () => {
    const files = await listMigrations()
    const newer = files.filter((name) => name >= '0083')
    await note(['0001-text.sql', '0081-audit-clients.sql', '0082-audit-subjects.sql', ...newer])
    expect(await readApplied(database.connection.db)).toEqual(files)
    expect(await migrate(database.connection)).toEqual([])
  })

  test('that lacks some of it is left alone, with a sentence that says what to do', async () => {
    await note(['0001-text.sql', '0081-audit-clients.sql'])
    await expect(migrate(database.connection)).rejects.toThrow(
      /^The database is of a Steward before 25 November 2026 \(it ends with the migration 0081-audit-clients\.sql\)/,
    )
    const { rows } = await sql`select 1 from schema_migrations`.execute(database.connection.db)
    expect(rows).toHaveLength(2)
  })
})
