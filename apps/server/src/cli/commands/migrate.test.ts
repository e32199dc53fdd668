import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { queryColumn } from '../../db/connection/query.ts'
import { readApplied } from '../../db/migrations/applied.ts'
import { runCommand } from '../../testing/command-line.ts'
import { directly, engines, openTestDatabase } from '../../testing/database.ts'

const main = new URL('../main.ts', import.meta.url).pathname

describe.runIf(engines.includes('postgresql'))('steward migrate', () => {
  test('that is killed in the middle of a migration is finished by the next one', async () => {
    const database = await openTestDatabase('postgresql', directly)
    const { config, connection } = database
    const { db } = connection
    // As the version before these two has left it.
    await sql`delete from schema_migrations where name between '0087' and '0089'`.execute(db)
    await sql`drop table audit_stream, schema_backfills`.execute(db)
    await sql`alter table schema_migrations drop column needs`.execute(db)
    const columns = () => queryColumn(db)`
      select column_name from information_schema.columns
      where table_name = 'schema_migrations' and column_name = 'needs'`

    // The last migration waits for the end of this.
    const reading = await db.startTransaction().execute()
    await sql`select 1 from schema_migrations`.execute(reading)
    const env = { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl }
    const child = spawn(process.execPath, [main, 'migrate'], { env })
    const ended = once(child, 'close')
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    await expect.poll(() => said).toContain('0088-upgrade.sql: a table is in use')
    child.kill('SIGKILL')
    await ended
    await reading.commit().execute()
    const applied = await readApplied(db)
    expect([
      applied.includes('0087-audit-stream.sql'),
      applied.includes('0088-upgrade.sql'),
    ]).toEqual([true, false])
    expect(await columns()).toEqual([])

    const next = await runCommand(config, ['migrate'])
    expect(next).toMatchObject({ code: 0, out: 'applied 0088-upgrade.sql\n' })
    expect(await columns()).toEqual(['needs'])
    await database.dispose()
  })
})
