import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openConnection } from '../db/connection/connection.ts'
import { migrate } from '../db/migrations/migrate.ts'
import { citusUrl, dropOnNodes, makeCitusTemplate } from './citus.ts'
import { findPgBouncer, type Pooler, startPooler } from './pooler.ts'
import { makeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory whose embedded database has its schema; tests copy it. */
    template: string
    /** Whether tests use that very database, kept open for them, one file after another. */
    shared: boolean
    /** The server where tests make databases of their own; null where none answers. */
    postgres: string | null
    /** The database on that server which has its schema; tests copy it. */
    postgresTemplate: string
    /** A PgBouncer in front of it, through which tests reach their databases; null for the usual, direct connections. */
    pooler: string | null
  }
}

/** Makes what every test of the server starts from, once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await makeTemplate()
  const postgres = await findPostgres()
  const name = `steward_template_${randomBytes(6).toString('hex')}`
  if (citusUrl) await makeCitusTemplate(citusUrl, name, template.dataDir)
  else if (postgres) await makePostgresTemplate(postgres, name, template.dataDir)
  project.provide('template', template.dataDir)
  project.provide('shared', false)
  project.provide('postgres', postgres)
  project.provide('postgresTemplate', name)
  const pooler = postgres && process.env['STEWARD_TEST_POOLER'] ? await startOurs(postgres) : null
  project.provide('pooler', pooler?.through(postgres ?? '') ?? null)
  return async () => {
    await pooler?.dispose()
    if (citusUrl) await dropOnNodes(citusUrl, name)
    else if (postgres) await administer(postgres, `drop database if exists ${name} with (force)`)
    await template.remove()
  }
}

async function startOurs(postgres: string): Promise<Pooler> {
  const program = findPgBouncer()
  if (!program) throw new Error('STEWARD_TEST_POOLER needs a PgBouncer')
  return await startPooler(program, postgres)
}

async function makePostgresTemplate(url: string, name: string, dataDir: string): Promise<void> {
  await administer(url, `create database ${name}`)
  const database = new URL(url)
  database.pathname = `/${name}`
  const connection = await openConnection({ dataDir, databaseUrl: database.href })
  await migrate(connection)
  await connection.close()
}

/** Runs one statement on the server that tests make their databases on. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function findPostgres(): Promise<string | null> {
  const url =
    citusUrl ??
    process.env['STEWARD_TEST_POSTGRES'] ??
    'postgres://postgres@127.0.0.1:5432/postgres'
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
