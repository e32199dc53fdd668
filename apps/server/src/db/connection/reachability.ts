import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export interface Reachability {
  /** On a connection of its own. @param limitMs then it counts as silent */
  isAnswering(limitMs: number): Promise<boolean>
  /** What waits on one fails; the next statement opens another. */
  dropConnections(): void
}

/** A code of PostgreSQL's own means that it answered. */
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

/** The other side may not listen any more. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
