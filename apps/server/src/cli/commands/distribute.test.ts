import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../db/connection/connection.ts'
import { citusUrl } from '../../testing/citus.ts'
import { runCommand } from '../../testing/command-line.ts'
import { directly, engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'

const refusals = {
  embedded: 'The database in the data directory is one file: set DATABASE_URL.\n',
  postgresql:
    'The database of DATABASE_URL has no extension citus. Install Citus on every node, run create extension citus in this database of each, and join them with citus_add_node.\n',
}

describe.skipIf(citusUrl).each(engines)('steward distribute on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine, directly)
    await database.connection.close()
  })
  afterAll(async () => {
    database.connection = await openConnection(database.config)
    await database.dispose()
  })

  test('says in a sentence what is lacking', async () => {
    const { code, err } = await runCommand(database.config, ['distribute'])
    expect([code, err]).toEqual([1, refusals[engine]])
    const undone = await runCommand(database.config, ['distribute', '--undo'])
    expect(undone.code).toBe(engine === 'embedded' ? 1 : 0)
  })
})
