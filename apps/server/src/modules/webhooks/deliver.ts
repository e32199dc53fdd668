import type { OffReason } from '@steward/contract/webhooks/webhooks'
import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import type { Services } from '../../services.ts'
import { namesOf } from '../audit-log/audit-log.store.ts'
import { auditEntryView, referredIn } from '../audit-log/audit-log.view.ts'
import { entriesShownTo } from '../audit-log/shown-entries.ts'
import type { DeliveryRow } from './deliveries.store.ts'
import { findEntry, recordsOfBatch } from './entries.store.ts'
import { eventBody } from './event.ts'
import { filteredIds, maxBatchRecords } from './matching.ts'
import { findOwnerView, type OwnerView } from './owner.ts'
import { isTaken, type Posted, postMessage } from './post.ts'
import { makeDue, noteOutcome, releaseClaims } from './sending.store.ts'
import { askedPause, messageId, nextPause, slots } from './webhooks.rules.ts'
import { findReceiver, noteFailure, noteTaken, type WebhookRow } from './webhooks.store.ts'

type Delivering = Pick<Services, 'db' | 'outbound' | 'secrets' | 'areas' | 'scopeOf'>

/**
 * Makes one try of a claimed delivery and notes what came of it.
 * @param signal aborts where the server stops: the delivery then waits for the next one
 * @returns why the webhook has to be switched off, where it has
 */
export async function deliver(
  services: Delivering,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<OffReason | undefined> {
  const { db } = services
  const giveBack = async (reason?: OffReason) => {
    await releaseClaims(db, [delivery.id])
    return reason
  }
  const webhook = await findReceiver(db, delivery.webhook_id)
  if (webhook?.state !== 'on' || webhook.deleted_at !== null) return await giveBack()
  const owner = await findOwnerView(services, webhook.owner_id)
  if (!owner) return await giveBack('owner')
  const body = await bodyOf(services, webhook, owner, delivery).catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
  if (body === undefined) return await giveBack('filter')
  if (body === null) {
    const answer = { answer: null, attempt: null, nextMs: null }
    await noteOutcome(db, delivery.id, { status: 'withheld', ...answer })
    return undefined
  }
  const message = { id: messageId(webhook.id, delivery), body }
  const posted = await postMessage(services, webhook, message, signal)
  if (signal.aborted && !isTaken(posted.attempt.status)) return await giveBack()
  return await note(db, webhook, delivery, posted)
}

/** The body of a delivery; null where the owner may not see the entry any more, or it tells of nothing that they may. */
async function bodyOf(
  { db, areas }: Delivering,
  webhook: WebhookRow,
  { staff, visible, seesDetails }: OwnerView,
  { entry_id }: DeliveryRow,
): Promise<string | null> {
  const logged = await findEntry(db, entry_id)
  const [entry] = logged ? await entriesShownTo(db, [logged], visible) : []
  if (!entry) return null
  const isBatch = entry.record_id === null && entry.record_count > 1
  const made = isBatch ? await recordsOfBatch(db, entry_id, maxBatchRecords) : null
  // What a filter matched when the log was read may be otherwise by now; an empty event would tell nothing.
  const records =
    made && made.length > 0 ? await filteredIds(db, areas, webhook, staff, made) : null
  if (records?.length === 0) return null
  const view = auditEntryView(entry, await namesOf(db, referredIn([entry])))
  return eventBody(view, { records, seesDetails })
}

async function note(
  db: Db,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  { attempt, answer, retryAfter }: Posted,
): Promise<OffReason | undefined> {
  if (isTaken(attempt.status)) {
    await noteOutcome(db, delivery.id, { status: 'sent', attempt, answer, nextMs: null })
    const failed = await noteTaken(db, webhook.id)
    // The receiver is back: what waits for a later try needn't wait as long as that.
    if (failed >= slots.failuresUntilOne) await makeDue(db, webhook.id)
    return undefined
  }
  await noteFailure(db, webhook.id, askedPause(retryAfter))
  const triedMs = delivery.first_tried_at ? Date.now() - Date.parse(delivery.first_tried_at) : 0
  const nextMs = nextPause(delivery.tries + 1, triedMs)
  const isGone = attempt.status === 410
  const status = nextMs === null && !isGone ? 'failed' : 'waiting'
  await noteOutcome(db, delivery.id, { status, attempt, answer, nextMs })
  if (isGone) return 'gone'
  return nextMs === null ? 'failing' : undefined
}
