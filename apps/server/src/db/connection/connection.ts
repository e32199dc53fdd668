import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { type SecuredDirectory, secureDataDirectory } from '../../data-directory.ts'
import { OperatorError } from '../../operator-error.ts'
import { openEngine } from '../embedded/engine.ts'
import type { Tables } from '../schema/tables.ts'
import { Client, type Shared, StatementNames, types } from './client.ts'
import { dropConnection, isAnswering, type Reachability } from './reachability.ts'
import { type Session, withSession } from './session.ts'

/** The database, or a transaction of it. */
export type Db = Kysely<Tables>

/** Makes one round trip to the database; throws if it doesn't answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** How many connections of the pool are open and idle, and how many callers wait for one. */
export interface PoolFigures {
  max: number
  open: number
  idle: number
  waiting: number
}

export interface Connection extends Reachability {
  db: Db
  pool(): PoolFigures
  engine: 'embedded' | 'postgresql'
  withSession<R>(work: (session: Session) => Promise<R>): Promise<R>
  close(): Promise<void>
}

export interface OpenOptions {
  /** Joins the engine of a running server, as the command line does. */
  share?: boolean
  /** Called before the embedded engine starts, alone with the directory of its files. */
  prepare?: (directory: string) => Promise<void>
  /** Called when the embedded engine has ended by itself. */
  onCrash?: (error: Error) => void
  /** Called when an idle connection broke; the pool replaces it. */
  onLost?: (error: Error) => void
  /** Called if other accounts of the machine could read the data directory. */
  onLoose?: (secured: SecuredDirectory) => void
  /** Whether statements end with a comment that names their request. */
  comments?: boolean
  /** The time limit of statements in PostgreSQL, in milliseconds. */
  statementTimeout?: number
}

/** Opens the database; throws OperatorError if it can't be reached, opened or written. */
export async function openConnection(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: OpenOptions = {},
): Promise<Connection> {
  const secured = await secureDataDirectory(config.dataDir)
  if (secured.tightened + secured.loose > 0) options.onLoose?.(secured)
  return config.databaseUrl
    ? await openPostgres(config.databaseUrl, options)
    : await openEmbedded(config.dataDir, options)
}

async function openEmbedded(dataDir: string, options: OpenOptions): Promise<Connection> {
  const engine = await openEngine(dataDir, {
    share: options.share ?? false,
    prepare: options.prepare,
    onCrash: options.onCrash ?? (() => {}),
  })
  const pool = openPool(
    { host: engine.host, port: 5432, user: 'postgres', database: 'postgres', max: 8 },
    options,
    // Statements under way end; waiting ones never begin.
    async (client) => dropConnection(client),
  )
  return {
    ...pool,
    engine: 'embedded',
    // Not checked: a long statement would look like silence, and `onCrash` reports an engine that has ended.
    isAnswering: async () => true,
    close: async () => {
      await pool.close()
      await engine.close()
    },
  }
}

/** How long sending a cancellation may take, in milliseconds. */
const cancelMs = 3_000

async function openPostgres(url: string, options: OpenOptions): Promise<Connection> {
  // Limited in time, since the cancelled caller waits for it.
  const canceller = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: cancelMs,
    query_timeout: cancelMs,
    application_name: 'steward',
  })
  canceller.on('error', (error) => options.onLost?.(error))
  const pool = openPool(
    {
      connectionString: url,
      max: 20,
      // JIT compilation takes longer than it saves.
      options: '-c timezone=UTC -c client_min_messages=warning -c jit=off',
      ...(options.statementTimeout ? { statement_timeout: options.statementTimeout } : {}),
    },
    options,
    async (client) => {
      const { processID } = client as unknown as { processID: number }
      await canceller.query('select pg_cancel_backend($1)', [processID])
    },
  )
  const close = async () => {
    await pool.close()
    if (!canceller.ending) await canceller.end()
  }
  try {
    await ping(pool.db)
  } catch (error) {
    await close()
    throw new OperatorError(`The database of DATABASE_URL can't be reached: ${reasonOf(error)}.`)
  }
  return {
    ...pool,
    engine: 'postgresql',
    isAnswering: (limitMs) => isAnswering(url, limitMs),
    close,
  }
}

/** Opens a pool of connections; `cancel` cancels what runs on a connection. */
function openPool(config: pg.PoolConfig, options: OpenOptions, cancel: Shared['cancel']) {
  const shared: Shared = {
    open: new Set(),
    names: new StatementNames(),
    comments: options.comments ?? false,
    cancel,
  }
  const settings = {
    ...config,
    // The pool passes its options to each connection.
    shared,
    Client: Client as unknown as typeof pg.Client,
    types,
    connectionTimeoutMillis: 30_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'steward',
  }
  const pool = new pg.Pool(settings)
  pool.on('error', (error) => options.onLost?.(error))
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool: (): PoolFigures => ({
      max: pool.options.max,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    withSession: <R>(work: (session: Session) => Promise<R>) => withSession(pool, work),
    dropConnections: () => shared.open.forEach(dropConnection),
    close: async () => {
      await db.destroy()
      // Kysely doesn't end a pool that only sessions used.
      if (!pool.ending) await pool.end()
    },
  }
}

/** The reason of a failure, without the database's address, which may hold a password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
