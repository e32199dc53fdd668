import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/connection/connection.ts'
import { forgetLogoutTokens } from './modules/authentication/provider-sessions.store.ts'
import { forgetExpiredKeys } from './modules/idempotency/idempotency.service.ts'
import { forgetOldLoans } from './modules/loans/loans.store.ts'
import { forgetFlows } from './modules/openid/flows.store.ts'
import { forgetOldProposals } from './modules/proposals/proposals.store.ts'
import type { AreaRegistry } from './modules/records/area.ts'
import { purgeExpired } from './modules/trash-retention/purge-expired.service.ts'
import { forgetDeliveries } from './modules/webhooks/forget-deliveries.ts'
import { periodically, type Repeated } from './periodic.ts'
import type { FileStorage } from './storage/storage.ts'
import { daysKept } from './uploads/pictures.ts'
import { sweepPictures, sweepPurged } from './uploads/sweep.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const purgedSweepMs = hourMs / 6

/**
 * Removes what is kept for a time alone, from a minute after the start on: deleted records after `TRASH_DAYS`, files of
 * pictures that nothing uses or that were deleted for good, sign-ins that never came back from an identity provider,
 * logout tokens, deliveries of webhooks, proposals, loans, and answers kept for repeated writes.
 */
export function startRetention(
  { dataDir, trashDays }: Config,
  db: Db,
  storage: FileStorage,
  areas: AreaRegistry,
  logger: FastifyBaseLogger,
): Repeated {
  const removing = (
    what: string,
    everyMs: number,
    remove: (stopping: AbortSignal) => Promise<number>,
  ) =>
    periodically(
      everyMs,
      async (stopping) => {
        const removed = await remove(stopping)
        if (removed > 0) logger.info({ removed }, `${what} removed`)
      },
      (error) => logger.error({ err: error }, `${what} not removed`),
    )
  let purgedSince = new Date(Date.now() - daysKept * dayMs)
  const tasks = [
    removing('files of unused pictures', dayMs, (stopping) =>
      sweepPictures(db, storage, { dataDir, stopping }),
    ),
    removing('files of pictures deleted permanently', purgedSweepMs, async (stopping) => {
      const began = Date.now()
      const removed = await sweepPurged(db, storage, { dataDir, since: purgedSince, stopping })
      // Set back by one interval, so that the next sweep covers what was written during this one.
      if (!stopping.aborted) purgedSince = new Date(began - purgedSweepMs)
      return removed
    }),
    removing('deleted records', dayMs, (stopping) =>
      purgeExpired(db, areas.all, { days: trashDays, stopping }),
    ),
    removing('old deliveries of webhooks', hourMs, (stopping) => forgetDeliveries(db, stopping)),
    removing('old requests and loans', dayMs, () => forgetOldLoans(db)),
    removing('old proposals', dayMs, () => forgetOldProposals(db)),
    removing('sign-ins that never came back from a provider', hourMs, () => forgetFlows(db)),
    removing('expired logout tokens', hourMs, () => forgetLogoutTokens(db)),
    removing('old idempotency keys', hourMs, (stopping) => forgetExpiredKeys(db, stopping)),
  ]
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) }
}
