import type { FastifyBaseLogger } from 'fastify'
import { analyze } from '../../db/analyze.ts'
import type { Db } from '../../db/connection.ts'
import type { AreaRegistry } from '../area.ts'
import type { ImportFiles } from '../imports/import-files.ts'
import { workImport } from '../imports/imports.work.ts'
import type { ImportLimits } from '../imports/limits.ts'
import { sweepImports } from '../imports/sweep.ts'
import { JobRunner } from './runner.ts'
import { forgetOldJobs, type OpenJob } from './running.store.ts'
import { bulkOf, workBatch } from './work.ts'

/** What works on jobs: one lane for records, one for imports, so that neither waits for the other. */
export interface JobRunners {
  start(): void
  kick(): void
  stop(): Promise<void>
}

/** Records from which it pays to tidy the table after a job. */
const manyRecords = 5_000

/**
 * Makes the runners of a server.
 * @param alone nobody else works on the database: it is the embedded engine
 */
export function makeRunners(
  db: Db,
  areas: AreaRegistry,
  files: ImportFiles,
  limits: ImportLimits,
  { alone, logger }: { alone: boolean; logger: FastifyBaseLogger },
): JobRunners {
  const records = new JobRunner(db, {
    alone,
    logger,
    lane: 'records',
    work: async (job, runner, leaseMs) => {
      const step = await workBatch(db, areas, job, runner, leaseMs)
      // The embedded engine tidies only when told; a server does so by itself.
      if (step === 'ended' && alone && job.total >= manyRecords) await tidyAfter(db, areas, job)
      return step
    },
    tidy: () => forgetOldJobs(db),
  })
  const imports = new JobRunner(db, {
    alone,
    logger,
    lane: { importsOf: files.serverId },
    work: (job, runner, leaseMs, stopping) =>
      workImport(db, areas, files, job, runner, leaseMs, stopping, limits),
    tidy: () => sweepImports(db, files, limits),
  })
  const both = [records, imports]
  return {
    start: () => {
      for (const each of both) each.start()
    },
    kick: () => {
      for (const each of both) each.kick()
    },
    stop: async () => {
      await Promise.all(both.map((each) => each.stop()))
    },
  }
}

async function tidyAfter(db: Db, areas: AreaRegistry, job: OpenJob): Promise<void> {
  const area = bulkOf(areas, job)
  if (area) await analyze(db, [area.listing.table, 'job_batches', 'counters'])
}
