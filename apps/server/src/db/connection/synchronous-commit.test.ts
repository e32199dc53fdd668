import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '../../testing/global-setup.ts'
import {
  findPostgresPrograms,
  makePostgresServer,
  type PostgresServer,
} from '../../testing/postgres-server.ts'
import { type Connection, openConnection } from './connection.ts'
import { OutcomeUnknown } from './failures.ts'
import { queryNumber } from './query.ts'

const programs = findPostgresPrograms()

describe.runIf(programs)('a primary that waits for a standby', () => {
  let postgres: PostgresServer
  let connection: Connection
  beforeAll(async () => {
    postgres = await makePostgresServer(programs ?? '')
    await postgres.start()
    connection = await openConnection({ databaseUrl: postgres.url, dataDir: '.' })
    await sql`create table kept (n int)`.execute(connection.db)
    await administer(postgres.url, "alter system set synchronous_standby_names = 'away'")
    await administer(postgres.url, 'select pg_reload_conf()')
  })
  afterAll(async () => {
    await connection.close()
    await postgres.dispose()
  })

  test('and is told not to leaves it unknown whether the COMMIT was carried out', async () => {
    const written = connection.db.transaction().execute(async (tx) => {
      await sql`insert into kept values (1)`.execute(tx)
    })
    const outcome = expect(written).rejects.toBeInstanceOf(OutcomeUnknown)
    const waiting = `pg_stat_activity where wait_event = 'SyncRep'`
    await expect
      .poll(() => queryNumber(connection.db)`select count(*)::int from ${sql.raw(waiting)}`)
      .toBe(1)
    await administer(postgres.url, `select pg_cancel_backend(pid) from ${waiting}`)
    await outcome
    // It was committed here, but could be lost with this server.
    expect(await queryNumber(connection.db)`select count(*)::int from kept`).toBe(1)
  })
})
