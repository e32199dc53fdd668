import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connection/connection.ts'
import { analyze } from '../../db/tables/analyze.ts'
import type { AreaRegistry } from '../records/area.ts'
import { JobRunner, type RunnerOptions } from './runner.ts'
import { forgetOldJobs, type OpenJob } from './running.store.ts'
import { bulkOf, type JobContext, workBatch } from './work.ts'

const manyRecords = 5_000

export type LaneWork = Pick<RunnerOptions, 'lane' | 'work' | 'tidy'>

/**
 * Makes one runner for jobs on records and one for imports, so that neither waits for the other;
 * `alone` means the embedded engine, which no other process uses.
 */
export function makeRunners(
  db: Db,
  areas: AreaRegistry,
  imports: LaneWork,
  { alone, logger, ...context }: JobContext & { alone: boolean; logger: FastifyBaseLogger },
) {
  const records = new JobRunner(db, {
    alone,
    logger,
    lane: 'records',
    work: async (job, runner, leaseMs) => {
      const step = await workBatch(db, areas, job, runner, leaseMs, context)
      // The embedded engine has no autovacuum.
      if (step === 'ended' && alone && job.total >= manyRecords) await tidyAfter(db, areas, job)
      return step
    },
    tidy: () => forgetOldJobs(db),
  })
  const both = [records, new JobRunner(db, { alone, logger, ...imports })]
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
