import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Cancelled, onAbort, readingSignal } from '../reads/cancellation.ts'
import { BeginningQuery } from './beginning-query.ts'
import { hasStalePlan, isLost, mayBeCommitted, OutcomeUnknown } from './failures.ts'
import { dropConnection, hostOf, identify, type ServerIdentity, type Servers } from './servers.ts'
import { withRequestComment } from './sql-comment.ts'
import { statements } from './statements.ts'

/** A time of PostgreSQL in UTC, as ISO 8601 with milliseconds. */
export function isoTime(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, isoTime],
  [pg.types.builtins.DATE, String],
])

/** How values are parsed: times as ISO text, bigint as a number. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

let clients = 0
/** Part of statement names, so that they differ from those of another process on the same engine. */
const ours = randomBytes(4).toString('hex')

/** How many statements get a name; each takes memory on every connection. */
const maxNamed = 200

/** The names of prepared statements, the same on all connections of a pool. */
export class StatementNames {
  /** How many times a text was seen; below zero, the number of its name. */
  readonly #seen = new Map<string, number>()
  #named = 0
  #renewals = 0

  /** The name of a statement, from the third time on, so that it is parsed once per connection; else undefined. */
  of(text: string): string | undefined {
    // By its first use: from then on it is sent with the statement after it.
    if (text === 'begin') return text
    const state = this.#seen.get(text) ?? 0
    if (state < 0) return `${this.#renewals}s${-state}`
    if (state < 2 || this.#named >= maxNamed) {
      if (this.#seen.size > 2000) {
        for (const [key, value] of this.#seen) if (value >= 0) this.#seen.delete(key)
      }
      this.#seen.set(text, state + 1)
      return undefined
    }
    this.#named += 1
    this.#seen.set(text, -this.#named)
    return `${this.#renewals}s${this.#named}`
  }

  /** Gives all statements other names where the plan of this one is stale: so are those of every connection. */
  renew(name: string): void {
    if (name.startsWith(`${this.#renewals}s`)) this.#renewals += 1
  }
}

/** Only single commands, and no searches: a general plan for any word would not use the index. */
const isPreparable = (text: string): boolean => !text.includes(';') && !/\blike\b/i.test(text)

/** How long a useless statement may still run before it is cancelled, in milliseconds; most end within it. */
const graceMs = 30

const isRead = /^\s*(?:select|with)\b/i

/** The SQL state of a write on a server that has become a standby. */
const readOnly = '25006'

/** What the connections of a pool share. */
export interface Shared {
  open: Set<Client>
  /** Undefined where statements get no names, since each may run on another connection of a pooler. */
  names: StatementNames | undefined
  /** Whether statements of requests name them in a comment, and so are not prepared. */
  comments: boolean
  /** What each session begins with; a pooler in transaction mode takes nothing but what it knows itself. */
  startup: Readonly<Record<string, string>>
  /** The servers of PostgreSQL; undefined for the embedded engine. */
  servers: Servers | undefined
  /** Cancels what runs on a connection; resolves once the request is sent. */
  cancel(client: pg.Client): Promise<void>
}

type Ask = (statement: { name?: string; text: string; values: unknown[] }) => unknown

/** A connection that prepares repeated statements, under names unique within the one session of an engine. */
export class Client extends pg.Client {
  readonly #number = ++clients
  readonly #shared: Shared
  #running = 0
  #isWarned = false
  /** Whether BEGIN is prepared on this connection. */
  #mayDelayBegin = false
  /** Whether a transaction is to begin with the next statement. */
  #isBeginDue = false
  /** When the statement under way began, by the monotonic clock in milliseconds; undefined if idle. */
  busySince: number | undefined
  /** The server that it is connected to; undefined for the embedded engine. */
  server: ServerIdentity | undefined

  constructor(config: pg.ClientConfig & { shared: Shared }) {
    super(config)
    const { open } = config.shared
    this.#shared = config.shared
    open.add(this)
    this.once('end', () => {
      open.delete(this)
      config.shared.servers?.forget()
    })
    // Whoever uses the connection sees the failure; an event without a listener would end the process.
    this.on('error', () => {})
    this.on('notice', ({ severity }) => {
      if (severity === 'WARNING') this.#isWarned = true
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has two overloads
  override connect(...[connected]: any[]): any {
    const connecting = this.#connect()
    if (!connected) return connecting
    connecting.then(() => connected(), connected)
  }

  async #connect(): Promise<void> {
    const { servers } = this.#shared
    if (!servers) return void (await super.connect())
    try {
      if (servers.count > 1) Object.assign(this, hostOf(await servers.find()))
      await super.connect()
      const server = await identify(this)
      servers.check(server)
      this.server = server
    } catch (error) {
      servers.forget()
      // It may not have begun to connect, and then never ends.
      this.#shared.open.delete(this)
      dropConnection(this)
      throw error
    }
  }

  /** The parameters that the session begins with; called by pg. */
  getStartupConf(): Record<string, string> {
    const usual = Object.getPrototypeOf(Client.prototype).getStartupConf.call(this)
    return { ...usual, ...this.#shared.startup }
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen overloads
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    const isStatement = typeof text === 'string' && Array.isArray(values)
    if (text === 'begin' && isStatement && this.#mayDelayBegin) {
      this.#isBeginDue = true
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    let begins = this.#isBeginDue
    this.#isBeginDue = false
    if (begins && (text === 'commit' || text === 'rollback'))
      return Promise.resolve({ command: text.toUpperCase(), rowCount: null, rows: [] })
    // COPY, and several statements in one text, are no prepared statements.
    if (begins && !(isStatement && !text.includes(';'))) {
      Promise.resolve(query('begin')).catch(() => dropConnection(this))
      begins = false
    }
    if (!isStatement) return query(...args)
    const signal = rest.length === 0 && isRead.test(text) ? readingSignal() : undefined
    if (signal?.aborted) return Promise.reject(new Cancelled())
    const sent = this.#shared.comments ? withRequestComment(text) : text
    const name = sent === text && isPreparable(text) ? this.#shared.names?.of(text) : undefined
    const send: Ask = (statement) =>
      begins ? this.#sendBeginning(query, statement) : query(statement, ...rest)
    const ask = () =>
      (name
        ? this.#askNamed(name, text, values, send, begins)
        : send({ text: sent, values })) as Promise<object>
    if (rest.length > 0) return ask()
    return this.#watched(text, statements.tracePromise(ask, { text }), signal)
  }

  async #watched(text: string, asked: Promise<unknown>, signal: AbortSignal | undefined) {
    this.#running += 1
    this.busySince ??= performance.now()
    this.#isWarned = false
    try {
      const answer = await (signal ? this.#cancelledBy(signal, asked) : asked)
      if (text === 'begin' && this.#shared.names && !this.#shared.comments)
        this.#mayDelayBegin = true
      // A COMMIT that stopped waiting for the synchronous standby is answered like any other, with a warning.
      if (text === 'commit' && this.#isWarned) throw new OutcomeUnknown()
      return answer
    } catch (error) {
      if ((error as { code?: string }).code === readOnly) dropConnection(this)
      if (text === 'commit' && mayBeCommitted(error)) throw new OutcomeUnknown(error)
      // The database takes it back by itself; the failure that led here shall be told.
      if (text === 'rollback' && isLost(error)) return { command: 'ROLLBACK', rows: [] }
      throw error
    } finally {
      this.#running -= 1
      this.busySince = this.#running > 0 ? performance.now() : undefined
    }
  }

  #sendBeginning(query: (...all: unknown[]) => unknown, statement: pg.QueryConfig) {
    return new Promise((resolve, reject) => {
      query(
        new BeginningQuery(this.#nameHere('begin'), statement, (error, result) =>
          error ? reject(error) : resolve(result),
        ),
      )
    })
  }

  /** The name of a statement on this connection. */
  #nameHere = (name: string) => `c${ours}_${this.#number}_${name}`

  async #askNamed(
    name: string,
    text: string,
    values: unknown[],
    query: Ask,
    begins: boolean,
  ): Promise<unknown> {
    try {
      return await query({ name: this.#nameHere(name), text, values })
    } catch (error) {
      if (!hasStalePlan(error)) throw error
      this.#shared.names?.renew(name)
      // A transaction has failed, and can only be run again.
      if (begins || this.getTransactionStatus() !== 'I') throw error
      return await query({ text, values })
    }
  }

  async #cancelledBy<R>(signal: AbortSignal, asked: Promise<R>): Promise<R> {
    let cancelling: Promise<void> | undefined
    let timer: NodeJS.Timeout | undefined
    const stop = onAbort(signal, () => {
      timer = setTimeout(() => {
        cancelling = this.#shared.cancel(this).catch(() => {})
      }, graceMs)
    })
    try {
      return await asked
    } finally {
      stop()
      clearTimeout(timer)
      // A late cancellation must not hit the connection's next user.
      await cancelling
    }
  }
}
