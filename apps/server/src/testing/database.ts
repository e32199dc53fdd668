import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { type Connection, type Db, openConnection } from '../db/connection/connection.ts'
import { isLost } from '../db/connection/failures.ts'
import { citusUrl, createOnNodes, dropOnNodes } from './citus.ts'
import { administer } from './global-setup.ts'
import { counterFindings } from './integrity.ts'
import { atScale } from './scale.ts'

const template = inject('template')
const postgres = inject('postgres')
const pooler = inject('pooler')

/** The address of a database through the PgBouncer of `STEWARD_TEST_POOLER`; itself where there is none. */
function throughPooler(address: string): string {
  if (!pooler) return address
  const url = new URL(pooler)
  url.pathname = new URL(address).pathname
  return url.href
}

/** The engines that tests can run on here: PostgreSQL only where a server answers. */
export const engines: readonly Connection['engine'][] = citusUrl
  ? ['postgresql']
  : postgres
    ? ['embedded', 'postgresql']
    : ['embedded']

/** PostgreSQL where a server answers: it starts sooner, and runs several statements at the same time. */
export const usualEngine: Connection['engine'] = postgres ? 'postgresql' : 'embedded'

/** For rules that no engine decides: the usual one, and every one with `npm run test:scale`. */
export const oneEngine: readonly Connection['engine'][] = atScale ? engines : [usualEngine]

/** A database of a test's own, with the schema in it. */
export interface TestDatabase {
  /** A test that closes it and opens another one puts that here. */
  connection: Connection
  config: Config
  /** Closes it and takes everything away. */
  dispose(): Promise<void>
}

/** How a database is reached otherwise than others. */
export interface TestDatabaseOptions {
  /** Gives the address by which PostgreSQL is reached, such as that of a proxy. */
  through?: ((address: string) => string | Promise<string>) | undefined
  databasePooler?: Config['databasePooler']
  /** Whether the tests change records past Steward, which leaves counters that are wrong. */
  writesBySql?: boolean | undefined
}

/** For what needs the database itself, also with `STEWARD_TEST_POOLER`. */
export const directly: TestDatabaseOptions = { through: (address) => address }

/** Opens an empty database. Opening one costs time: share it within a test file. */
export async function openTestDatabase(
  engine: Connection['engine'],
  { through = throughPooler, databasePooler, writesBySql }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  if (inject('shared')) return await emptyShared()
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-test-'))
  const created =
    engine === 'postgresql' ? await createDatabase(inject('postgresTemplate')) : undefined
  const settings: Record<string, string> = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '0' }
  if (created) {
    settings['DATABASE_URL'] = await through(created.url)
    if (databasePooler || (pooler && through === throughPooler))
      settings['DATABASE_POOLER'] = 'transaction'
  }
  if (!created) {
    await cp(template, dataDir, { recursive: true, filter: (path) => !path.endsWith('/run') })
  }
  const config = readConfig(settings)
  const connection = await openConnection(config)
  const test: TestDatabase = {
    connection,
    config,
    dispose: async () => {
      const findings = writesBySql ? [] : await countersLeft(test.connection.db)
      await test.connection.close()
      await created?.drop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
      if (findings.length > 0) throw new Error(findings.join('\n'))
    },
  }
  return test
}

/**
 * What is wrong with the counters that a suite leaves; nothing where it has closed its connection or cut it off, or has
 * another schema.
 */
async function countersLeft(db: Db): Promise<string[]> {
  try {
    return await counterFindings(db)
  } catch (error) {
    if (isLost(error) || /destroyed|after calling end|does not exist/.test(String(error))) return []
    throw error
  }
}

/** Joins the engine that is kept open, and takes everything out of its tables. */
async function emptyShared(): Promise<TestDatabase> {
  const config = readConfig({ DATA_DIR: template, LOG_LEVEL: 'silent', DEMO: '0' })
  const connection = await openConnection(config, { share: true })
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('schema_migrations', 'audit_sealing')
  `.execute(connection.db)
  const tables = sql.join(rows.map(({ name }) => sql.table(name)))
  await sql`truncate ${tables}`.execute(connection.db)
  return { connection, config, dispose: () => connection.close() }
}

/** Makes a PostgreSQL database with a random name. @param template copied, schema and all */
export async function createDatabase(
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = postgres ?? ''
  const name = `steward_test_${randomBytes(6).toString('hex')}`
  const isDistributed = citusUrl !== undefined && template !== 'template1'
  if (isDistributed) await createOnNodes(server, name, template)
  else await administer(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      isDistributed
        ? dropOnNodes(server, name)
        : administer(server, `drop database if exists ${name} with (force)`),
  }
}
