import { sql } from 'kysely'
import { generate, PostgresDialect } from 'kysely-codegen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { makeSnapshotTables } from '../time-travel/snapshot.ts'

describe.each(engines)('the schema on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.dispose())

  // After a new migration: npm run db:types
  test('is the one that the types were generated from', async () => {
    const types = await generate({
      db: database.connection.db,
      // As the parsers of db/connection/client.ts hand values out.
      dialect: new PostgresDialect({ dateParser: 'string' }),
      typeMapping: { timestamptz: 'string', int8: 'number', jsonb: 'unknown' },
      excludePattern: '{schema_*,snapshots,snapshot_*}',
      outFile: null,
    })
    await expect(types).toMatchFileSnapshot('schema.generated.ts')
  })

  test('prepares a snapshot of a column and an index that a migration adds', async () => {
    const tx = await database.connection.db.startTransaction().execute()
    await sql`alter table bills add column colour text not null default 'blue'`.execute(tx)
    await sql`create index bills_colour on bills (colour, id)`.execute(tx)
    await makeSnapshotTables(tx)
    const columns = await sql`
      select column_default, is_nullable from information_schema.columns
      where table_name = 'snapshot_bills' and column_name = 'colour'`.execute(tx)
    const indexes = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where indexname = 'snapshot_bills_colour'`.execute(
      tx,
    )
    await tx.rollback().execute()
    expect(columns.rows).toEqual([{ column_default: null, is_nullable: 'YES' }])
    expect(indexes.rows[0]?.definition).toMatch(
      /snapshot_bills USING btree \(snapshot, colour, id\)$/,
    )
  })
})
