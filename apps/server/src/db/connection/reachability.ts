import type { Client, Shared } from './client.ts'
import { isRefusal } from './failures.ts'
import { askServer, dropConnection, type Servers } from './servers.ts'

export interface Reachability {
  /**
   * Whether the database answers on a new connection within `limitMs`. Connections to a server that isn't the primary
   * any more, which might wait for ever, are closed; behind a pooler only those with a stuck statement, since which
   * server they lead to changes; to standbys, of which there may be several, none.
   */
  isAnswering(limitMs: number): Promise<boolean>
  /** Closes all connections, so that waiting statements fail; the next statement opens another. */
  dropConnections(): void
}

/** @param to what the address leads to */
export function reachabilityOf(
  { open, servers }: Shared & { servers: Servers },
  to: 'primary' | 'pooler' | 'standby',
): Reachability {
  const mayBeClosed = { primary: () => true, pooler: isStuck, standby: () => false }[to]
  return {
    isAnswering: (limitMs) => isAnswering(servers, [...open].filter(mayBeClosed), limitMs),
    dropConnections: () => {
      servers.forget()
      open.forEach(dropConnection)
    },
  }
}

async function isAnswering(
  servers: Servers,
  open: readonly Client[],
  limitMs: number,
): Promise<boolean> {
  try {
    const late = AbortSignal.timeout(limitMs)
    const expired = new Promise<never>((_, fail) => {
      late.onabort = () => fail(new Error('no answer in time'))
    })
    const asked = servers.find().then((url) => askServer(url, limitMs))
    asked.catch(() => {})
    const { started } = await Promise.race([asked, expired])
    for (const client of open) {
      if (client.server && client.server.started !== started) dropConnection(client)
    }
    return true
  } catch (error) {
    servers.forget()
    return isRefusal(error)
  }
}

/** How long a statement may wait before the database is asked whether it answers at all, in milliseconds. */
const patienceMs = 5_000
const silentMs = 3_000

const isStuck = ({ busySince }: Client): boolean =>
  busySince !== undefined && performance.now() - busySince >= patienceMs

/**
 * Looks once a second after statements that wait long: drops them where their server is silent or gone, and ends
 * what runs for longer than `limitMs`. The server's own limit does nothing on a server that is frozen or cut off.
 * @returns how to stop
 */
export function endStuckStatements(
  { open, cancel }: Pick<Shared, 'open' | 'cancel'>,
  database: Reachability,
  limitMs = Number.POSITIVE_INFINITY,
): () => void {
  let isAsking = false
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    if (!(await database.isAnswering(silentMs))) database.dropConnections()
    isAsking = false
  }
  const cancelled = new WeakMap<Client, number>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const client of open) {
      const since = client.busySince
      if (since === undefined || now - since < patienceMs) continue
      void ask()
      if (now - since < limitMs) continue
      if (now - since > limitMs + silentMs) dropConnection(client)
      else if (cancelled.get(client) !== since) void cancel(client)
      cancelled.set(client, since)
    }
  }, 1_000).unref()
  return () => clearInterval(timer)
}
