import type { FastifyBaseLogger } from 'fastify'
import { analyze } from '../../db/statistics/analyze.ts'
import { JobRunner, type RunnerOptions } from './runner.ts'
import { forgetOldJobs, type OpenJob } from './running.store.ts'
import type { JobServices } from './undo-jobs.ts'
import { bulkOf, workBatch } from './work.ts'

const manyRecords = 5_000

export type LaneWork = Pick<RunnerOptions, 'lane' | 'work' | 'tidy'>

/** Makes one runner for jobs on records and one for imports, so that neither waits for the other. */
export function makeRunners(services: JobServices, imports: LaneWork, logger: FastifyBaseLogger) {
  const { db, config } = services
  // No other process uses the embedded engine.
  const alone = config.databaseUrl === undefined
  const records = new JobRunner(db, {
    alone,
    logger,
    lane: 'records',
    work: async (job, runner, leaseMs) => {
      const working =
        job.action === 'erase' ? services.erasures.work : workBatch.bind(null, services)
      const step = await working(job, runner, leaseMs)
      // The embedded engine has no autovacuum.
      if (step === 'ended' && alone && job.total >= manyRecords) await tidyAfter(services, job)
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

async function tidyAfter({ db, areas }: JobServices, job: OpenJob): Promise<void> {
  const area = bulkOf(areas, job)
  if (area) await analyze(db, [area.listing.table, 'job_batches', 'counters'])
}
