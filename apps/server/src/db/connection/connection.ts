import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@steward/i18n/sentence'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { type SecuredDirectory, secureDataDirectory } from '../../data-directory.ts'
import { OperatorError } from '../../operator-error.ts'
import { openEngine } from '../embedded/engine.ts'
import type { Tables } from '../schema/tables.ts'
import { Client, type Shared, StatementNames, types } from './client.ts'
import { isDistributed, noteDistributed, readDistribution } from './distributed.ts'
import { isLost } from './failures.ts'
import { endStuckStatements, type Reachability, reachabilityOf } from './reachability.ts'
import { Replica, routedPool } from './replica.ts'
import { dropConnection, requestCancel, Servers } from './servers.ts'
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
  /** Called when the standby of `readUrl` is away, and when it is back. Unset: reads go to the primary. */
  onReplica?: (isAway: boolean) => void
  /** Called if other accounts of the machine could read the data directory. */
  onLoose?: (secured: SecuredDirectory) => void
  /** Whether statements end with a comment that names their request. */
  comments?: boolean
  /** The time limit of statements in PostgreSQL, in milliseconds. */
  statementTimeout?: number
  /** How long to wait for a PostgreSQL that is away, in milliseconds; 0 unless given. */
  waitMs?: number
  /** Called now and then while it is waited for, with the reason. */
  onWaiting?: (reason: string) => void
}

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databasePooler' | 'readUrl'>>

/** Opens the database; throws OperatorError if it can't be reached, opened or written. */
export async function openConnection(
  config: Settings,
  options: OpenOptions = {},
): Promise<Connection> {
  const secured = await secureDataDirectory(config.dataDir)
  if (secured.tightened + secured.loose > 0) options.onLoose?.(secured)
  return config.databaseUrl
    ? await openPostgres({ ...config, databaseUrl: config.databaseUrl }, options)
    : await openEmbedded(config.dataDir, options)
}

async function openEmbedded(dataDir: string, options: OpenOptions): Promise<Connection> {
  const engine = await openEngine(dataDir, {
    share: options.share ?? false,
    prepare: options.prepare,
    onCrash: options.onCrash ?? (() => {}),
  })
  const shared: Shared = {
    open: new Set(),
    names: new StatementNames(),
    comments: options.comments ?? false,
    startup: {},
    servers: undefined,
    // Statements under way end; waiting ones never begin.
    cancel: async (client) => dropConnection(client),
  }
  const pool = openPool(
    { host: engine.host, port: 5432, user: 'postgres', database: 'postgres', max: 8 },
    options,
    shared,
  )
  return {
    ...pool,
    engine: 'embedded',
    dropConnections: () => shared.open.forEach(dropConnection),
    // Not checked: a long statement would look like silence, and `onCrash` reports an engine that has ended.
    isAnswering: async () => true,
    close: async () => {
      await pool.close()
      await engine.close()
    },
  }
}

/** How long sending a cancellation may take, in milliseconds, since the cancelled caller waits for it. */
const cancelMs = 3_000

/** How long a read waits for a connection to the standby before it goes to the primary, in milliseconds. */
const standbyConnectMs = 2_000

async function openPostgres(
  { databaseUrl, readUrl, databasePooler }: Settings & { databaseUrl: string },
  options: OpenOptions,
): Promise<Connection> {
  const isPooled = databasePooler !== undefined
  const limitMs = options.statementTimeout
  const limit = limitMs && !isPooled ? { statement_timeout: limitMs } : {}
  const sharedBy = (servers: Servers) => ({
    open: new Set<Client>(),
    // A pooler in transaction mode gives each transaction another session.
    names: isPooled ? undefined : new StatementNames(),
    comments: options.comments ?? false,
    // JIT compilation takes longer than it saves; a COMMIT that didn't wait for its standby is told by a warning.
    startup: {
      TimeZone: 'UTC',
      ...(isPooled ? {} : { jit: 'off', client_min_messages: 'warning' }),
    },
    servers,
    cancel: (client: pg.Client) => requestCancel(client, cancelMs),
  })
  const servers = new Servers(databaseUrl)
  const shared = sharedBy(servers)
  const standbys = readUrl && options.onReplica ? new Servers(readUrl, 'standby') : undefined
  const replica = standbys && {
    config: {
      connectionString: standbys.first,
      max: 20,
      connectionTimeoutMillis: standbyConnectMs,
      ...limit,
    },
    shared: sharedBy(standbys),
  }
  const config = { connectionString: servers.first, max: 20, ...limit }
  const pool = openPool(config, options, shared, replica)
  const reachable = reachabilityOf(shared, isPooled ? 'pooler' : 'primary')
  const watched = [
    endStuckStatements(shared, reachable, limitMs),
    ...(replica
      ? [endStuckStatements(replica.shared, reachabilityOf(replica.shared, 'standby'), limitMs)]
      : []),
  ]
  const close = async () => {
    for (const stop of watched) stop()
    await pool.close()
  }
  try {
    await firstAnswer(pool.db, options)
    if ((await readDistribution(pool.db)) !== 'none') noteDistributed(pool.db)
  } catch (error) {
    await close()
    const reason = reasonOf(error)
    if (notKnownByPooler.test(reason))
      throw new OperatorError(
        'DATABASE_URL leads to a connection pooler. Set DATABASE_POOLER=transaction, or use the address of the database itself.',
      )
    throw new OperatorError(
      say("The database of DATABASE_URL can't be reached: {reason}.", { reason }),
    )
  }
  return { ...pool, ...reachable, engine: 'postgresql', close }
}

/** The milliseconds between two attempts to reach a database that is away at the start. */
const betweenAttempts = 3_000

const notKnownByPooler = /unsupported startup parameter/

/** Waits for the first answer of a database, which may still be starting itself. */
async function firstAnswer(db: Db, { waitMs = 0, onWaiting }: OpenOptions): Promise<void> {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      return await ping(db)
    } catch (error) {
      if (!isLost(error) || notKnownByPooler.test(reasonOf(error))) throw error
      if (performance.now() + betweenAttempts > until) throw error
      onWaiting?.(reasonOf(error))
      await wait(betweenAttempts)
    }
  }
}

function makePool(config: pg.PoolConfig, { onLost }: OpenOptions, shared: Shared): pg.Pool {
  const settings = {
    connectionTimeoutMillis: 30_000,
    ...config,
    // The pool passes its options to each connection.
    shared,
    Client: Client as unknown as typeof pg.Client,
    types,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'steward',
  }
  const pool = new pg.Pool(settings)
  pool.on('error', (error, client) => {
    // One that was refused for its role was never in use.
    if (!shared.servers || (client as pg.Client as Client).server) onLost?.(error)
  })
  return pool
}

/** Opens a pool of connections, and one to a standby for reads. */
function openPool(
  config: pg.PoolConfig,
  options: OpenOptions,
  shared: Shared,
  standby?: { config: pg.PoolConfig; shared: Shared },
) {
  const pool = makePool(config, options, shared)
  const replica =
    standby &&
    new Replica(pool, makePool(standby.config, options, standby.shared), (isAway) =>
      options.onReplica?.(isAway),
    )
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: replica ? routedPool(pool, replica) : pool }),
  })
  return {
    db,
    pool: (): PoolFigures => ({
      max: pool.options.max,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    withSession: <R>(work: (session: Session) => Promise<R>) =>
      withSession(pool, (session) => {
        if (isDistributed(db)) noteDistributed(session.db)
        return work(session)
      }),
    close: async () => {
      await db.destroy()
      // Kysely doesn't end a pool that only sessions used.
      if (!pool.ending) await pool.end()
    },
  }
}

/** The reason of a failure, without the database's address, which may hold a password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
