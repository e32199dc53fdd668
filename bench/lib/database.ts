import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * A PostgreSQL database of the benchmark's own, with a random name; without a server that answers,
 * none: the embedded engine serves then.
 * @param template a database that it is a copy of
 */
export async function openBenchDatabase(template?: string): Promise<{
  url: string | undefined
  drop(): Promise<void>
}> {
  const server =
    process.env['STEWARD_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const name = `steward_bench_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  try {
    await administer(
      `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`,
    )
  } catch (error) {
    if (template) throw error
    return { url: undefined, drop: async () => {} }
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) }
}
