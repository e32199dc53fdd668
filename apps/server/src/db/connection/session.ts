import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../tables/tables.ts'

/** One connection, for COPY within a transaction. */
export interface Session {
  db: Kysely<Tables>
  /** Not beside a statement of `db`. */
  client: pg.ClientBase
}

/** A connection whose work failed is ended. */
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
