import type { OffReason } from '@steward/contract/webhooks/webhooks'
import type { Repeated } from '../../periodic.ts'
import type { Services } from '../../services.ts'
import { deliver } from './deliver.ts'
import type { DeliveryRow } from './deliveries.store.ts'
import { readLog } from './planner.ts'
import { claimDue, releaseAllClaims } from './sending.store.ts'
import { switchOffByItself } from './switch-off.ts'

/** The pause where nothing waits, in milliseconds; ten times as long while the database fails. */
const beatMs = 1_000

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
  const rest = breather()

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
      rest.end()
    })
    sending.add(one)
  }
  /** Returns whether there is more to read at once. */
  const work = async (): Promise<boolean> => {
    const { more, stuck } = await readLog(db, services.areas, onError)
    for (const { id, reason } of stuck) await off(id, reason)
    for (const delivery of await claimDue(db, busy)) start(delivery)
    return more
  }
  const loop = async () => {
    // The embedded engine has one server: what is claimed was claimed before it was killed.
    if (!config.databaseUrl) await releaseAllClaims(db).catch(onError)
    let failed = false
    while (!stopping.signal.aborted) {
      rest.begin()
      try {
        const more = await work()
        failed = false
        if (!more) await rest.for(beatMs)
      } catch (error) {
        if (!failed) onError(error)
        failed = true
        await rest.for(beatMs * 10)
      }
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopping.abort()
      rest.end()
      await running
      await Promise.all(sending)
    },
  }
}

/** Rests that end early: at once where `end` was called since `begin`. */
function breather() {
  let isOver = false
  let done = () => {}
  return {
    begin: () => {
      isOver = false
    },
    end: () => {
      isOver = true
      done()
    },
    for: (ms: number) =>
      new Promise<void>((over) => {
        if (isOver) return over()
        const timer = setTimeout(over, ms).unref()
        done = () => {
          clearTimeout(timer)
          over()
        }
      }),
  }
}
