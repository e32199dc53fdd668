import pg from 'pg'
import { Client, StatementNames } from './client.ts'

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
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), limitMs)
  })
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: { code?: string }) => sqlState.test(error.code ?? '') && !error.code?.startsWith('E'),
    )
  try {
    return await Promise.race([asked, silent])
  } finally {
    clearTimeout(timer)
    dropConnection(client)
  }
}

/**
 * The class of a pool's connections, which keeps those that are open in a set.
 * @param cancel ends what is asked on a connection
 */
export function trackedClient(
  open: Set<pg.Client>,
  cancel: (client: pg.Client) => Promise<void>,
): typeof Client {
  const names = new StatementNames()
  return class extends Client {
    protected override readonly names = names

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      open.add(this)
      this.once('end', () => open.delete(this))
      // One that breaks while it is in use fails what uses it; an event without a listener would end the process.
      this.on('error', () => {})
    }

    protected override cancelAsked() {
      return cancel(this)
    }
  }
}

/** Ends a connection without a word to the other side, which may not listen any more. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
