import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { repeated } from '../../periodic.ts'
import { BatchedReads } from '../reads/batched-reads.ts'
import { isLost } from './failures.ts'
import { WrongRole } from './servers.ts'

/** How often the standby is asked how far it is, in milliseconds. */
const pollMs = 200
/** An answer older than this counts as none: the standby may be frozen or cut off. */
const maxAgeMs = 1_500
/** How long a server may take to say a position, in milliseconds. */
const askMs = 1_000
/** How often a read asks a standby that isn't there yet, and the pauses in between, in milliseconds. */
const tries = 3
const pauseMs = 3
/** For how long reads don't wait for a standby again that was behind, in milliseconds. */
const restMs = 250

/** A position in the write-ahead log; a failover begins a new timeline, and those of different ones can't be compared. */
interface LogPosition {
  timeline: number
  /** In bytes. */
  lsn: number
}

const nowhere: LogPosition = { timeline: 0, lsn: -1 }

const hasReached = (position: LogPosition, needed: LogPosition): boolean =>
  position.timeline === needed.timeline && position.lsn >= needed.lsn

/** What is committed has reached the disk of the primary. The name of a file of the log begins with its timeline. */
const flushed = `
  select ('x' || substr(pg_walfile_name(now.lsn), 1, 8))::bit(32)::int as timeline,
    (now.lsn - '0/0')::bigint as lsn
  from pg_current_wal_flush_lsn() as now(lsn)`

/** Whoever may not see the receiver's timeline sees that of the last checkpoint, which follows some minutes later. */
const replayed = `
  select coalesce(
      (select received_tli from pg_stat_wal_receiver),
      (select timeline_id from pg_control_checkpoint())
    ) as timeline,
    (pg_last_wal_replay_lsn() - '0/0')::bigint as lsn
  where pg_is_in_recovery()`

const askPosition = async (client: pg.PoolClient, text: string): Promise<LogPosition> => {
  const question = { text, query_timeout: askMs }
  const { rows } = await client.query<LogPosition>(question)
  // Promoted meanwhile; the next connection looks for another one.
  if (!rows[0]) throw new WrongRole('standby')
  return rows[0]
}

const fromReplica = new AsyncLocalStorage<true>()

/** Does `work` such that its statements that only read may go to a standby. */
export const onReplica = <R>(work: () => R): R => fromReplica.run(true, work)

/** The same for what is read while it is sent. */
export async function* iterateOnReplica<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await onReplica(() => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

/**
 * A standby of the primary that reads go to while it has replayed all that was committed when they begin: no answer is
 * older than its question, whoever wrote, by whichever instance. Any other read goes to the primary.
 */
export class Replica {
  readonly #standby: pg.Pool
  readonly #onChange: (isAway: boolean) => void
  readonly #needed: BatchedReads<null, LogPosition>
  readonly #asked: BatchedReads<null, LogPosition>
  readonly #polling: ReturnType<typeof repeated>
  #at = Number.NEGATIVE_INFINITY
  #position = nowhere
  /** What each connection's server is known to have replayed. */
  readonly #positions = new WeakMap<pg.PoolClient, LogPosition>()
  #restUntil = 0
  #isAway = false

  /** @param onChange called when the standby is away, and when it is back */
  constructor(primary: pg.Pool, standby: pg.Pool, onChange: (isAway: boolean) => void) {
    this.#standby = standby
    this.#onChange = onChange
    const positionOf = (pool: pg.Pool, text: string) => async () => {
      const client = await pool.connect()
      let failed = true
      try {
        const position = await askPosition(client, text)
        failed = false
        return () => position
      } finally {
        client.release(failed)
      }
    }
    this.#needed = new BatchedReads(positionOf(primary, flushed))
    this.#asked = new BatchedReads(positionOf(standby, replayed))
    this.#polling = repeated(async (signal, rest) => {
      while (!signal.aborted) {
        await this.#ask().catch(() => {})
        await rest(pollMs)
      }
    })
  }

  /** Runs a statement that only reads; undefined where the standby can't answer it. */
  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult | undefined> {
    try {
      const needed = await this.#neededIfReplayed()
      if (needed === undefined) return undefined
      const client = await this.#standby.connect()
      let failed = true
      try {
        const isThere = await this.#hasReplayed(client, needed)
        failed = false
        return isThere ? await client.query(text, [...values]) : undefined
      } finally {
        client.release(failed)
      }
    } catch (error) {
      if (cannotAnswer(error)) return undefined
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#polling.stop()
    await this.#standby.end()
  }

  /** Whether the server of this very connection is as far: behind one address there may be several standbys. */
  async #hasReplayed(client: pg.PoolClient, needed: LogPosition): Promise<boolean> {
    if (hasReached(this.#positions.get(client) ?? nowhere, needed)) return true
    const position = await askPosition(client, replayed)
    this.#positions.set(client, position)
    return hasReached(position, needed)
  }

  /** The position of all that is committed now; undefined where no standby has replayed that far. */
  async #neededIfReplayed(): Promise<LogPosition | undefined> {
    if (this.#isOld()) return undefined
    const needed = await this.#needed.ask(null)
    for (let n = 0; n < tries && performance.now() > this.#restUntil; n += 1) {
      if (hasReached(this.#position, needed)) return needed
      if (n > 0) await wait(pauseMs)
      await this.#ask()
    }
    if (hasReached(this.#position, needed)) return needed
    if (performance.now() > this.#restUntil) this.#restUntil = performance.now() + restMs
    return undefined
  }

  #isOld(): boolean {
    return performance.now() - this.#at > maxAgeMs
  }

  async #ask(): Promise<void> {
    try {
      const asked = performance.now()
      this.#position = await this.#asked.ask(null)
      this.#at = asked
    } finally {
      if (this.#isOld() !== this.#isAway) {
        this.#isAway = this.#isOld()
        this.#onChange(this.#isAway)
      }
    }
  }
}

/**
 * SQL states of a standby that can't answer: a conflict with the replay of the log, a table that isn't replicated
 * (unlogged), and a statement that writes. None has had an effect.
 */
const ofStandby = new Set(['40001', '40P01', '0A000', '25006'])

const cannotAnswer = (error: unknown): boolean =>
  isLost(error) || ofStandby.has((error as { code?: string }).code ?? '')

const onlyReads = /^\s*(?:select|with)\b(?!.*\bfor (?:update|share|no key update)\b)/is

/** The pool of the primary, but for single statements of {@link onReplica} that only read. */
export function routedPool(primary: pg.Pool, replica: Replica): PostgresPool {
  return {
    options: primary.options,
    end: async () => {
      await replica.close()
      await primary.end()
    },
    connect: async () =>
      (fromReplica.getStore()
        ? routedClient(primary, replica)
        : await primary.connect()) as unknown as PostgresPoolClient,
  }
}

/** Chooses at each statement; from the first on that doesn't only read, such as `begin`, it is the primary. */
function routedClient(primary: pg.Pool, replica: Replica) {
  let client: pg.PoolClient | undefined
  return {
    query: async (text: string, values: readonly unknown[]) => {
      const answer = !client && onlyReads.test(text) && (await replica.query(text, values))
      if (answer) return answer
      client ??= await primary.connect()
      return await client.query(text, [...values])
    },
    release: (destroy?: boolean) => client?.release(destroy),
  }
}
