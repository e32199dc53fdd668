import type { Said } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { engines, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { inNameOrder, readCollation, refreshCollation } from './collation.ts'
import { queryColumn } from './connection/query.ts'
import { dropEverything } from './copy-tables/catalogue.ts'
import { applyMigrations, migrate } from './migrations/migrate.ts'
import { readMigrations } from './migrations/migration-file.ts'

const titles = [
  'zebra',
  'Äpfel',
  'apfel',
  'Åre',
  'Öl',
  'Zoë',
  'Apfel',
  'أمل',
  'باب',
  'カナ',
  'かに',
  'b',
]

describe.each(engines)('names on %s', (engine) => {
  let database: TestDatabase
  const open = () => database.connection
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    for (const title of titles) await create(open().db, 'tasks', { title })
  })
  afterAll(() => database.dispose())

  const sorted = () =>
    queryColumn(open().db)`select title from tasks order by ${inNameOrder('title')}, id`
  const indexes = () =>
    queryColumn(open().db)`
      select indexdef from pg_indexes where indexdef like '%steward_names%' order by indexname`

  test('are in the order of Unicode, in which marks and case count last', async () => {
    expect(await sorted()).toEqual(
      [...titles].sort(new Intl.Collator('en', { caseFirst: 'lower' }).compare),
    )
    expect((await readCollation(open().db))?.locale).toBe('und')
  })

  test('are in that of a language once a migration says so, with the same indexes', async () => {
    const before = await indexes()
    expect(before.filter((each) => !each.includes('snapshot'))).toHaveLength(6)
    const said: string[] = []
    const tell = (line: Said) => void said.push(String(line))
    await migrate(open(), { collation: 'sv', tell })
    expect(said).toEqual([
      'names are sorted as in und, and not as in sv: steward migrate changes that',
    ])
    expect((await readCollation(open().db))?.locale).toBe('und')
    await migrate(open(), { collation: 'sv', changesCollation: true, tell })
    expect(said).toHaveLength(1)
    expect((await readCollation(open().db))?.locale).toBe('sv')
    expect(await indexes()).toEqual(before)
    // The embedded engine has the order of Unicode alone.
    const locale = engine === 'embedded' ? 'en' : 'sv'
    expect(await sorted()).toEqual(
      [...titles].sort(new Intl.Collator(locale, { caseFirst: 'lower' }).compare),
    )
    await migrate(open(), { collation: 'und', changesCollation: true })
  })

  test('have their indexes built anew where ICU has another version', async () => {
    const { db } = open()
    const current = (await readCollation(db))?.current
    await sql`update pg_collation set collversion = '1.2' where collname = 'steward_names'`.execute(
      db,
    )
    const files = () => queryColumn(db)`select pg_relation_filenode('tasks_by_title')`
    const before = await files()
    const said: string[] = []
    await refreshCollation(open(), (line) => said.push(String(line)))
    expect(said.join()).toContain('1.2')
    expect(await files()).not.toEqual(before)
    expect((await readCollation(db))?.version).toBe(current)
    await refreshCollation(open(), (line) => said.push(String(line)))
    expect(said).toHaveLength(1)
  })

  test('are in that of a language from the beginning where a new database is told so', async () => {
    await dropEverything(open().db)
    await migrate(open(), { collation: 'de' })
    expect((await readCollation(open().db))?.locale).toBe('de')
  })

  test('of a version before are found in either script after an upgrade', async () => {
    const { db } = open()
    const all = await readMigrations()
    await dropEverything(db)
    await db.transaction().execute((tx) =>
      applyMigrations(
        tx,
        all.filter(({ name }) => name < '0094'),
      ),
    )
    // By SQL, since this version's writes need its schema.
    for (const title of ['カナ', 'plain'])
      await sql`insert into tasks (id, title) values (${newId()}, ${title})`.execute(db)
    const found = () => queryColumn(db)`select title from tasks where search = 'かな'`
    expect(await found()).toEqual([])
    await migrate(open())
    expect(await found()).toEqual(['カナ'])
  })
})
