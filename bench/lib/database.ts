import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { socketDirectory } from '../../apps/server/src/db/embedded/lock.ts'

/** The address of a PostgreSQL, or a data directory. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

/** Makes and drops a PostgreSQL database. @param use gets its address; undefined without a server */
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

/** On PostgreSQL where available. */
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

/** The caller ends it. */
export async function connect(settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(settings)
  await client.connect()
  return client
}
