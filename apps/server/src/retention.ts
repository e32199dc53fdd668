import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/connection/connection.ts'
import type { Files } from './files/disk.ts'
import { daysKept } from './files/pictures.ts'
import { sweepPictures, sweepPurged } from './files/sweep.ts'
import { forgetExpiredKeys } from './modules/idempotency/idempotency.service.ts'
import type { AreaRegistry } from './modules/records/area.ts'
import { purgeTrash } from './modules/trash/trash.service.ts'
import { periodically } from './periodic.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const purgedSweepMs = hourMs / 6

/**
 * Removes what is kept for a time alone, from a minute after the start on: deleted records after
 * `TRASH_DAYS`, files of pictures that nothing uses or that were deleted for good, and answers kept
 * for repeated writes.
 */
export function startRetention(
  config: Config,
  db: Db,
  files: Files,
  areas: AreaRegistry,
  logger: FastifyBaseLogger,
): { stop(): Promise<void> } {
  const { dataDir, trashDays } = config
  let purgedSince = new Date(Date.now() - daysKept * dayMs)
  const tasks = [
    periodically(
      dayMs,
      async (stopping) => {
        const removed = await sweepPictures(db, files, { dataDir, stopping })
        if (removed > 0) logger.info({ removed }, 'files of unused pictures removed')
      },
      (error) => logger.error({ err: error }, 'files of unused pictures not removed'),
    ),
    periodically(
      purgedSweepMs,
      async (stopping) => {
        const began = new Date()
        const removed = await sweepPurged(db, files, { dataDir, since: purgedSince, stopping })
        // What was written while it was looked for is looked for again.
        if (!stopping.aborted) purgedSince = new Date(began.getTime() - purgedSweepMs)
        if (removed > 0) logger.info({ removed }, 'files of pictures deleted permanently removed')
      },
      (error) => logger.error({ err: error }, 'files of pictures deleted permanently not removed'),
    ),
    periodically(
      dayMs,
      async (stopping) => {
        const purged = await purgeTrash(db, areas.all, { days: trashDays, stopping })
        if (purged > 0) logger.info({ purged }, 'records deleted permanently')
      },
      (error) => logger.error({ err: error }, 'trash not emptied'),
    ),
    periodically(
      hourMs,
      async (stopping) => void (await forgetExpiredKeys(db, stopping)),
      (error) => logger.error({ err: error }, 'old idempotency keys not forgotten'),
    ),
  ]
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) }
}
