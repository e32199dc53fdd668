import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { columnsOf, personalData } from './catalogue.ts'
import { placesTable } from './docs.ts'
import { impersonalColumns, impersonalTypes, isSnapshot } from './impersonal.ts'

describe.each(oneEngine)('the catalogue of personal data on %s', (engine) => {
  let database: TestDatabase
  let columns: { table: string; column: string; type: string }[]
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    const found = await sql<(typeof columns)[number]>`
      select c.table_name as table, c.column_name as column,
        case when c.data_type = 'ARRAY' then c.udt_name::text else c.data_type::text end as type
      from information_schema.columns as c join information_schema.tables as t
        on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = current_schema()`.execute(database.connection.db)
    columns = found.rows
  })
  afterAll(() => database.dispose())

  const catalogued = new Set(
    personalData.flatMap((place) => columnsOf(place).map(([name]) => `${place.table}.${name}`)),
  )
  const impersonal = Object.entries(impersonalColumns).flatMap(([table, names]) =>
    names.map((name) => `${table}.${name}`),
  )
  /** What Steward keeps of its own schema. */
  const ofSchema = ['applied_migrations', 'schema_migrations', 'schema_backfills', 'migrations']

  test('decides about every column of text, JSON and bytes', () => {
    expect(columns.length).toBeGreaterThan(500)
    const undecided = columns
      .filter(({ type }) => !impersonalTypes.has(type))
      .filter(({ table }) => !isSnapshot(table) && !ofSchema.includes(table))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !catalogued.has(name) && !impersonal.includes(name))
    expect(undecided).toEqual([])
  })

  test('names no column twice, and none that is not there', () => {
    const there = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    expect([...catalogued, ...impersonal].filter((name) => !there.has(name))).toEqual([])
    expect(impersonal.filter((name) => catalogued.has(name))).toEqual([])
    const owners = personalData.flatMap((place) =>
      columnsOf(place).flatMap(([, { of }]) => (of ? [`${place.table}.${of}`] : [])),
    )
    expect(owners.filter((name) => !there.has(name))).toEqual([])
  })

  test('knows the primary key of each place, and which columns lead to people', async () => {
    for (const place of personalData) {
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = ${place.table}::regclass and indisprimary`.execute(database.connection.db)
      const key = rows.map(({ name }) => name)
      // What has no primary key is told apart by what it holds.
      if (key.length > 0)
        expect([place.table, place.key.toSorted()]).toEqual([place.table, key.toSorted()])
    }
  })
})

test('docs/privacy.md lists every place as the catalogue has it', async () => {
  const path = fileURLToPath(new URL('../../../../../../docs/privacy.md', import.meta.url))
  const text = await readFile(path, 'utf8')
  expect(text).toContain(placesTable())
})
