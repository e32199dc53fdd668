import type { Webhook, WebhookDelivery } from '@steward/contract/webhooks/webhooks'
import type { Db } from '../../db/connection/connection.ts'
import type { Staff } from '../../http/session.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { entriesShownTo } from '../audit-log/shown-entries.ts'
import type { deliveriesOf } from './deliveries.store.ts'
import { seesDetails } from './owner.ts'
import { messageId } from './webhooks.rules.ts'
import type { ShownWebhook } from './webhooks.store.ts'

/** A webhook as it is shown; never its secret. */
export const webhookView = (row: ShownWebhook): Webhook => ({
  _id: row.id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  name: row.name,
  url: row.url,
  areas: row.areas,
  actions: row.actions,
  filter: row.list && row.query ? { list: row.list, query: row.query } : null,
  owner: row.owner_id === null ? null : { _id: row.owner_id, name: row.owner_name ?? '' },
  state: row.state,
  offReason: row.off_reason,
  offAt: row.off_at,
  failures: row.failures,
  failingSince: row.failing_since,
  lastSentAt: row.last_sent_at,
  waiting: row.waiting,
  isBehind: row.is_behind,
  replay: row.replay_from && row.replay_to ? { from: row.replay_from, to: row.replay_to } : null,
  overlapUntil:
    row.previous_until && Date.parse(row.previous_until) > Date.now() ? row.previous_until : null,
  version: row.version,
})

type LoggedDelivery = Awaited<ReturnType<typeof deliveriesOf>>[number]

/**
 * Deliveries as a person may see them: without the title of a record that they may not see, and without what the
 * receiver answered where they may not see all that the event told, which an answer may repeat.
 */
export async function deliveryViews(
  db: Db,
  rows: readonly LoggedDelivery[],
  staff: Staff,
): Promise<WebhookDelivery[]> {
  const entries = rows.map(({ entry_id, area, person_types }) => ({
    id: entry_id,
    area,
    person_types,
  }))
  const shown = await entriesShownTo(db, entries, visibleTo(staff))
  const seen = new Set(shown.map(({ id }) => id))
  const mayShowAll = seesDetails(staff)
  return rows.map((row) => {
    const mayShow = seen.has(row.entry_id)
    return {
      _id: String(row.id),
      createdAt: row.created_at,
      messageId: messageId(row.webhook_id, row),
      type: `${row.area}.${row.action}`,
      entry: String(row.entry_id),
      record: mayShow && row.title !== null ? { _id: row.record_id, title: row.title } : null,
      isReplay: row.is_replay,
      status: row.status,
      tries: row.tries,
      attempts: row.attempts,
      nextAt: row.status === 'waiting' ? row.next_at : null,
      endedAt: row.ended_at,
      answer: mayShow && mayShowAll ? row.answer : null,
    }
  })
}
