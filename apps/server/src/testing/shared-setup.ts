import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openConnection } from '../db/connection/connection.ts'
import { migrate } from '../db/migrations/migrate.ts'
import type {} from './global-setup.ts'

/**
 * For a few files of tests that run one after another, thousands of times: one embedded engine that
 * stays open, which each of them finds empty.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-shared-'))
  const connection = await openConnection({ dataDir, databaseUrl: undefined })
  await migrate(connection)
  project.provide('template', dataDir)
  project.provide('shared', true)
  project.provide('postgres', null)
  project.provide('postgresTemplate', '')
  project.provide('pooler', null)
  return async () => {
    await connection.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
