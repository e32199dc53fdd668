import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../schema/tables.ts'

/** One connection, so that COPY can run within a transaction. */
export interface Session {
  db: Kysely<Tables>
  /** The connection itself; must not be used during a statement of `db`. */
  client: pg.ClientBase
}

/** Does `work` with one connection, which is closed if the work fails. */
export async function withSession<R>(pool: pg.Pool, work: (session: Session) => Promise<R>) {
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
