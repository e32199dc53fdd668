import { sql } from 'kysely'
import { generate, PostgresDialect } from 'kysely-codegen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { recordTables } from './tables.ts'

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
      // As the parsers of db/client.ts hand values out.
      dialect: new PostgresDialect({ dateParser: 'string' }),
      typeMapping: { timestamptz: 'string', int8: 'number', jsonb: 'unknown' },
      excludePattern: 'schema_migrations',
      outFile: null,
    })
    await expect(types).toMatchFileSnapshot('schema.generated.ts')
  })

  test.each(recordTables)('has a past for every column of %s', async (table) => {
    const { rows } = await sql`
      (select column_name, data_type, generation_expression from information_schema.columns where table_name = ${table}
      except
      select column_name, data_type, generation_expression from information_schema.columns where table_name = ${`past_${table}`})
    `.execute(database.connection.db)
    expect(rows).toEqual([])
  })
})
