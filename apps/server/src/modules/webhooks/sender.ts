import type { OffReason } from '@steward/contract/webhooks/webhooks'
import { continually, type Repeated } from '../../periodic.ts'
import type { Services } from '../../services.ts'
import { deliver } from './deliver.ts'
import type { DeliveryRow } from './deliveries.store.ts'
import { readLog } from './planner.ts'
import { claimDue, releaseAllClaims } from './sending.store.ts'
import { switchOffByItself } from './switch-off.ts'

/** The pause where nothing waits, in milliseconds; ten times as long while the database fails. */
const pauseMs = 1_000

/**
 * Sends webhooks: reads the audit log for them, and makes the tries that are due. Every server may; what one is sending
 * no other takes, and what a killed one was sending is taken again once its claim has ended.
 * @param onError gets the first failure in a row of reading, and each one of sending
 */
export function startWebhooks(services: Services, onError: (error: unknown) => void): Repeated {
  const { db, config } = services
  const stopping = new AbortController()
  const sending = new Set<Promise<void>>()
  const busy: Record<string, number> = {}
  // The embedded engine has one server: what is claimed at the start was claimed before it was killed.
  let mayBeClaimed = !config.databaseUrl

  const send = async (delivery: DeliveryRow) => {
    try {
      const reason = await deliver(services, delivery, stopping.signal)
      if (reason) await off(delivery.webhook_id, reason)
    } catch (error) {
      // Its claim ends by itself.
      onError(error)
    }
  }
  const off = (id: string, reason: OffReason) => switchOffByItself(services, id, reason)
  const start = (delivery: DeliveryRow) => {
    const { webhook_id: id } = delivery
    busy[id] = (busy[id] ?? 0) + 1
    const one = send(delivery).finally(() => {
      busy[id] = (busy[id] ?? 1) - 1
      if (busy[id] === 0) delete busy[id]
      sending.delete(one)
      running.wake()
    })
    sending.add(one)
  }
  /** Returns whether there is more to read at once. */
  const work = async (): Promise<boolean> => {
    if (mayBeClaimed) await releaseAllClaims(db)
    mayBeClaimed = false
    const { more, stuck } = await readLog(services, onError)
    for (const { id, reason } of stuck) await off(id, reason)
    for (const delivery of await claimDue(db, busy)) start(delivery)
    return more
  }
  const running = continually(pauseMs, work, onError)
  return {
    stop: async () => {
      stopping.abort()
      await running.stop()
      await Promise.all(sending)
    },
  }
}
