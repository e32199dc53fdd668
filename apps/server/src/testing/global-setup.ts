import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openConnection } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory whose embedded database has its schema; tests copy it. */
    template: string
    /** The server where tests make databases of their own; null where none answers. */
    postgres: string | null
  }
}

/** Makes what every test of the server starts from, once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await mkdtemp(join(tmpdir(), 'steward-template-'))
  const connection = await openConnection({ dataDir: template, databaseUrl: undefined })
  await migrate(connection)
  await connection.close()
  project.provide('template', template)
  project.provide('postgres', await findPostgres())
  return () => rm(template, { recursive: true, force: true })
}

async function findPostgres(): Promise<string | null> {
  const url = process.env.STEWARD_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch {
    console.warn(`No PostgreSQL answers; its tests are left out (STEWARD_TEST_POSTGRES names one).`)
    return null
  }
}
