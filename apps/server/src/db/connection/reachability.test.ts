import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '../../testing/global-setup.ts'
import {
  findPostgresPrograms,
  makePostgresServer,
  type PostgresServer,
} from '../../testing/postgres-server.ts'
import { type Connection, openConnection } from './connection.ts'

const programs = findPostgresPrograms()

describe.runIf(programs)('a database that answers, in another time zone', () => {
  let postgres: PostgresServer
  let connection: Connection
  beforeAll(async () => {
    postgres = await makePostgresServer(programs ?? '')
    await postgres.start()
    await administer(postgres.url, `alter system set timezone = 'Europe/Berlin'`)
    await administer(postgres.url, 'select pg_reload_conf()')
    connection = await openConnection({ databaseUrl: postgres.url, dataDir: '.' })
  })
  afterAll(async () => {
    await connection.close()
    await postgres.dispose()
  })

  test('is waited for by a slow statement, and by others', async () => {
    const slow = () => sql<{ n: number }>`select 1 as n from pg_sleep(7)`.execute(connection.db)
    const [one, other] = await Promise.all([slow(), slow()])
    expect([one.rows, other.rows]).toEqual([[{ n: 1 }], [{ n: 1 }]])
  }, 20_000)
})
