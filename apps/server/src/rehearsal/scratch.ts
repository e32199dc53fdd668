import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serversIn } from '../database-address.ts'
import { OperatorError } from '../operator-error.ts'

/** A database and a data folder of its own, for a copy that nobody uses. */
export interface Scratch {
  /** The settings of a server or command that uses it, and no others. */
  settings: Record<string, string>
  /** Makes another one that holds the same; nothing may use this one meanwhile. */
  copy(): Promise<Scratch>
  remove(): Promise<void>
}

/**
 * @param databaseUrl a database of the PostgreSQL server to make it on; undefined for the embedded engine
 * @throws {OperatorError} where the address names several servers
 */
export async function makeScratch(databaseUrl: string | undefined): Promise<Scratch> {
  if (databaseUrl && serversIn(databaseUrl).length > 1)
    throw new OperatorError(
      'A rehearsal makes databases on one server: set DATABASE_URL, or DATABASE_MIGRATION_URL, to the address of one.',
    )
  return await scratchFrom(databaseUrl, undefined)
}

async function scratchFrom(
  server: string | undefined,
  from: { database: string; dataDir: string } | undefined,
): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-rehearsal-'))
  const database = `steward_rehearsal_${randomBytes(6).toString('hex')}`
  const remove = async () => {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (server) await administer(server, `drop database if exists ${database} with (force)`)
  }
  try {
    if (from)
      await cp(from.dataDir, dataDir, { recursive: true, filter: (path) => !path.endsWith('/run') })
    const template = from?.database ?? 'template1'
    if (server) await administer(server, `create database ${database} template ${template}`)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    settings: { DATA_DIR: dataDir, ...(server && { DATABASE_URL: urlOf(server, database) }) },
    copy: () => scratchFrom(server, { database, dataDir }),
    remove,
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement on the server, beside the databases that it makes and drops. */
async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, application_name: 'steward rehearse' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
