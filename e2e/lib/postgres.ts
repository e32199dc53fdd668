import { randomBytes } from 'node:crypto'
import pg from 'pg'

const server = process.env['STEWARD_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Names a database that has its schema and nothing in it, made once for all tests. */
export const schemaDatabaseSetting = 'STEWARD_E2E_SCHEMA_DATABASE'

/** Makes a PostgreSQL database with a random name, with its schema. @returns null where no server answers */
export async function makeDatabase(): Promise<{
  name: string
  settings: { DATABASE_URL: string }
  drop(): Promise<void>
} | null> {
  const name = `steward_e2e_${randomBytes(6).toString('hex')}`
  try {
    const template = process.env[schemaDatabaseSetting] ?? 'template1'
    await administer(`create database ${name} template ${template}`)
  } catch {
    return null
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name,
    settings: { DATABASE_URL: url.href },
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}
