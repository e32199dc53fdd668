import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import { conflict, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { countWaiting, findDelivery, insertDeliveries } from './deliveries.store.ts'
import { maxWaiting } from './webhooks.rules.ts'
import { findOrThrow } from './webhooks.service.ts'
import { lockWebhook, type ShownWebhook, setReplay } from './webhooks.store.ts'

/** Locks a webhook that is on, does `work` with it, and notes in the audit log what is sent again. */
const replaying = (
  db: Db,
  session: Session,
  id: string,
  work: (tx: Db, webhook: ShownWebhook) => Promise<string>,
): Promise<void> =>
  write(db, actorOf(session), async ({ tx, note }) => {
    const { id: found } = await findOrThrow(tx, id)
    await lockWebhook(tx, found)
    const webhook = await findOrThrow(tx, id)
    if (webhook.state === 'off')
      throw conflict('This webhook is switched off. Switch it on to send events again.')
    const detail = await work(tx, webhook)
    const record = { id: webhook.id, title: webhook.name }
    note({ area: 'integrations', action: 'job', record, detail })
  })

/** Sends the event of a delivery again, behind what waits. */
export const replayOne = (db: Db, session: Session, id: string, deliveryId: number) =>
  replaying(db, session, id, async (tx, webhook) => {
    const delivery = await findDelivery(tx, webhook.id, deliveryId)
    if (!delivery) throw notFound('There is no such delivery. It may have just been removed.')
    if (delivery.status === 'waiting') throw conflict('This event still waits to be sent.')
    if ((await countWaiting(tx, webhook.id)) >= maxWaiting)
      throw conflict(
        say('{max} events of this webhook wait already. Try again once they are sent.', {
          max: maxWaiting,
        }),
      )
    const { entry_id, entry_at: at, area, action, record_id } = delivery
    await insertDeliveries(tx, webhook.id, [{ id: entry_id, at, area, action, record_id }], true)
    return `replay of entry ${entry_id}`
  })

/** Sends what the audit log holds of a span, as far as the webhook's filter matches; one span at a time. */
export const replaySpan = (
  db: Db,
  session: Session,
  id: string,
  { from, to }: { from: string; to: string },
) =>
  replaying(db, session, id, async (tx, webhook) => {
    if (webhook.replay_to !== null)
      throw conflict('A span of this webhook is being sent again already. Wait until it has ended.')
    await setReplay(tx, webhook.id, from, to)
    return `replay from ${from} to ${to}`
  })
