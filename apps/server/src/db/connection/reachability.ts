import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Whether a database answers at all; a slow one does. */
export interface Reachability {
  /** Asks on a connection of its own. @param limitMs milliseconds after which it counts as silent */
  isAnswering(limitMs: number): Promise<boolean>
  /** Gives up every connection: whatever waits on one fails, and the next statement opens another. */
  dropConnections(): void
}

/** PostgreSQL's own failures carry such a code: whoever says one has answered. */
const sqlState = /^[0-9A-Z]{5}$/

/** Asks a PostgreSQL whether it answers. */
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

/** Ends a connection without a word to the other side, which may not listen any more. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
