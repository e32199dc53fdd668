import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { listMigrations } from './migration-file.ts'

describe.each(oneEngine)('the schema of a running server on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine, {}, { schemaMs: 5 })
  })
  afterAll(() => app.dispose())

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
  test('is not ready while it lacks a migration, and is again by itself', async () => {
    expect(await ready()).toEqual(green)
    const putBack = await forgetLast()
    await expect.poll(ready).toEqual(red)
    await putBack()
    await expect.poll(ready).toEqual(green)
  })
})
