import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../tables/tables.ts'

/** One connection to itself, for what the pool can't do: COPY within a transaction. */
export interface Session {
  /** Statements and transactions on this very connection. */
  db: Kysely<Tables>
  /** The connection; nothing may run on it while a statement of `db` does. */
  client: pg.ClientBase
}

/** Takes a connection out of a pool for some work; where that fails, the connection ends. */
export async function withSession<R>(
  pool: pg.Pool,
  work: (session: Session) => Promise<R>,
): Promise<R> {
  const client = await pool.connect()
  const only = {
    connect: async () => ({ query: client.query.bind(client), release: () => {} }),
    end: async () => {},
    options: pool.options,
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: only }) })
  let failed = true
  try {
    const result = await work({ db, client })
    failed = false
    return result
  } finally {
    client.release(failed)
  }
}
