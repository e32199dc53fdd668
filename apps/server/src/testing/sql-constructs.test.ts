import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { describeConstructs, knownKinds, unknownNames } from './sql-constructs.ts'
import { kindsOfStatements, readSql } from './sql-text.ts'

const page = fileURLToPath(new URL('../../../../docs/scaling.md', import.meta.url))

describe('docs/scaling.md', () => {
  test('tells of every construct of our SQL that other distributed PostgreSQL lack', async () => {
    const text = await readFile(page, 'utf8')
    const section = /(?<=<!-- constructs -->\n).*(?=\n<!-- \/constructs -->)/s
    expect(text).toMatch(section)
    const table = describeConstructs(await readSql())
    const made = text.replace(section, () => table)
    // As a snapshot: vitest -u writes what differs.
    await expect(made).toMatchFileSnapshot(page)
  })

  test('knows each name of PostgreSQL’s own, and each kind of statement of a migration', async () => {
    expect(unknownNames(await readSql())).toEqual([])
    expect(knownKinds).toEqual(expect.arrayContaining(await kindsOfStatements()))
  })
})
