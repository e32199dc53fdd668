import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { watchStatements } from '../connection/statements.ts'
import { listMigrations } from './migration-file.ts'

describe.each(oneEngine)('the schema of a running server on %s', (engine) => {
  let app: TestApp
  const logged: string[] = []
  beforeAll(async () => {
    const logger = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
    app = await startTestApp(engine, {}, { logger, schemaMs: 5 })
  })
  afterAll(() => app.dispose())
  beforeEach(() => {
    logged.length = 0
  })

  const ready = async () => {
    const { statusCode, payload } = await app.app.inject({ method: 'GET', url: '/health/ready' })
    return { status: statusCode, text: payload }
  }
  const red = { status: 503, text: expect.stringContaining('schema is of an older version') }
  const green = { status: 200, text: '{"status":"ready"}' }
  const forgetLast = async () => {
    const last = (await listMigrations()).at(-1)
    await sql`delete from schema_migrations where name = ${last}`.execute(app.db)
    return () => sql`insert into schema_migrations (name) values (${last})`.execute(app.db)
  }
  /** How often it was logged that the schema can't be read. */
  const timesLogged = () => logged.filter((line) => line.includes('schema not checked')).length
  /** Makes the look at the schema fail; resolves once it has failed some times. */
  const failing = async () => {
    let failures = 0
    const stop = watchStatements({
      ended: ({ text, error }) => {
        if (error && text.includes('from schema_migrations')) failures += 1
      },
    })
    await sql`alter table schema_migrations rename column name to other`.execute(app.db)
    await expect.poll(() => failures).toBeGreaterThan(3)
    stop()
    return () => sql`alter table schema_migrations rename column other to name`.execute(app.db)
  }

  test('is not ready while it lacks a migration, and is again by itself', async () => {
    expect(await ready()).toEqual(green)
    const putBack = await forgetLast()
    await expect.poll(ready).toEqual(red)
    await putBack()
    await expect.poll(ready).toEqual(green)
    expect(timesLogged()).toBe(0)
  })

  test('counts as it was last while it can’t be read, which is logged once', async () => {
    const putBack = await forgetLast()
    await expect.poll(ready).toEqual(red)
    const repair = await failing()
    expect(await ready()).toEqual(red)
    expect(timesLogged()).toBe(1)
    await repair()
    await putBack()
    await expect.poll(ready).toEqual(green)
    const repairAgain = await failing()
    expect(await ready()).toEqual(green)
    expect(timesLogged()).toBe(2)
    await repairAgain()
  })
})
