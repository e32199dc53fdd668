import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/connection/connection.ts'
import { forgetLogoutTokens } from './modules/authentication/provider-sessions.store.ts'
import { forgetOldConsents } from './modules/consents/consents.store.ts'
import { forgetExpiredKeys } from './modules/idempotency/idempotency.service.ts'
import { forgetOldLoans } from './modules/loans/loans.store.ts'
import { forgetFlows } from './modules/openid/flows.store.ts'
import { forgetOldValues } from './modules/privacy/audit-entries.ts'
import { forgetSignIns } from './modules/privacy/due.store.ts'
import { findRetention, usualDays } from './modules/privacy/retention-settings.store.ts'
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
/** When the first run begins after the start (periodic.ts). */
const firstMs = 60_000
const purgedSweepMs = hourMs / 6

/**
 * Removes what is kept for a time alone, from a minute after the start on: deleted records after their days, files of
 * pictures that nothing uses or that were deleted for good, sign-ins that never came back from an identity provider,
 * logout tokens, deliveries of webhooks, proposals, requests for consent, loans, sign-ins, personal values in the audit log, and answers kept for
 * repeated writes.
 */
export function startRetention(
  { dataDir, trashDays }: Config,
  db: Db,
  storage: FileStorage,
  areas: AreaRegistry,
  logger: FastifyBaseLogger,
): Repeated & { next(): string } {
  const usual = usualDays(trashDays)
  const daysOf = async (area: keyof typeof usual) => (await findRetention(db, usual)).days[area]
  let next = Date.now() + firstMs
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
    removing('deleted records', dayMs, async (stopping) => {
      const removed = await purgeExpired(db, areas.all, {
        days: (await daysOf('trash')) ?? 0,
        stopping,
      })
      next = Date.now() + dayMs
      return removed
    }),
    removing('old sign-ins', dayMs, async (stopping) =>
      forgetSignIns(db, await daysOf('sessions'), stopping),
    ),
    removing('personal values in the audit log', dayMs, async (stopping) =>
      forgetOldValues(db, await daysOf('auditLog'), stopping),
    ),
    removing('old deliveries of webhooks', hourMs, (stopping) => forgetDeliveries(db, stopping)),
    removing('old requests and loans', dayMs, () => forgetOldLoans(db)),
    removing('old proposals', dayMs, () => forgetOldProposals(db)),
    removing('old requests for consent', dayMs, () => forgetOldConsents(db)),
    removing('sign-ins that never came back from a provider', hourMs, () => forgetFlows(db)),
    removing('expired logout tokens', hourMs, () => forgetLogoutTokens(db)),
    removing('old idempotency keys', hourMs, (stopping) => forgetExpiredKeys(db, stopping)),
  ]
  return {
    next: () => new Date(next).toISOString(),
    stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))),
  }
}
