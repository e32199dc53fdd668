import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export interface Reachability {
  /** Whether the database answers on a new connection within `limitMs`. */
  isAnswering(limitMs: number): Promise<boolean>
  /** Closes all connections, so that waiting statements fail; the next statement opens another. */
  dropConnections(): void
}

/** A SQL state is a code of PostgreSQL's own, which means that it answered. */
const sqlState = /^[0-9A-Z]{5}$/

export async function isAnswering(connectionString: string, limitMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: limitMs })
  client.on('error', () => {})
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: { code?: string }) => sqlState.test(error.code ?? '') && !error.code?.startsWith('E'),
    )
  try {
    return await Promise.race([asked, wait(limitMs, false, { ref: false })])
  } finally {
    dropConnection(client)
  }
}

/** Closes a connection without saying so, since the other side may not listen any more. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
