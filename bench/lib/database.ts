import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { socketDirectory } from '../../apps/server/src/db/embedded/lock.ts'

/** Where a database is: the address of a PostgreSQL, or a data directory. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

/** Runs `use` with the address of a new PostgreSQL database, undefined without a server; drops it. */
export async function withDatabase<R>(
  use: (url: string | undefined) => Promise<R>,
  template?: string,
): Promise<R> {
  const server =
    process.env['STEWARD_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const name = `steward_bench_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string) => {
    const client = await connect({ connectionString: server, connectionTimeoutMillis: 2_000 })
    await client.query(statement)
    await client.end()
  }
  try {
    await administer(
      `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`,
    )
  } catch (error) {
    if (template) throw error
    return await use(undefined)
  }
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    return await use(url.href)
  } finally {
    await administer(`drop database if exists ${name} with (force)`)
  }
}

/** Runs a benchmark on the embedded engine and, where it is available, on PostgreSQL. */
export const onBothEngines = (
  use: (engine: string, databaseUrl: string | undefined) => Promise<void>,
): Promise<void> =>
  withDatabase(async (url) => {
    await use('embedded', undefined)
    if (url) await use('postgresql', url)
  })

export const settingsOf = async ({ dataDir, databaseUrl }: Place): Promise<pg.ClientConfig> =>
  databaseUrl
    ? { connectionString: databaseUrl }
    : { host: await socketDirectory(dataDir), port: 5432, user: 'postgres', database: 'postgres' }

/** Opens a connection, which the caller ends. */
export async function connect(settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(settings)
  await client.connect()
  return client
}
