import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Cancelled, onAbort, readingSignal } from '../reads/cancellation.ts'
import { withRequestComment } from './sql-comment.ts'
import { statements } from './statements.ts'

/** A time of PostgreSQL in UTC, as ISO 8601 with milliseconds. */
export function isoTime(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?\d*\+00$/.exec(text)
  if (!match) return new Date(text).toISOString()
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0')}Z`
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

  /** The name of a statement, from the third time on, so that it is parsed once per connection; else undefined. */
  of(text: string): string | undefined {
    const state = this.#seen.get(text) ?? 0
    if (state < 0) return `s${-state}`
    if (state < 2 || this.#named >= maxNamed) {
      if (this.#seen.size > 2000) {
        for (const [key, value] of this.#seen) if (value >= 0) this.#seen.delete(key)
      }
      this.#seen.set(text, state + 1)
      return undefined
    }
    this.#named += 1
    this.#seen.set(text, -this.#named)
    return `s${this.#named}`
  }
}

/** Only single commands, and no searches: a general plan for any word would not use the index. */
const isPreparable = (text: string): boolean => !text.includes(';') && !/\blike\b/i.test(text)

/** How long a useless statement may still run before it is cancelled, in milliseconds; most end within it. */
const graceMs = 30

const isRead = /^\s*(?:select|with)\b/i

/** What the connections of a pool share. */
export interface Shared {
  open: Set<pg.Client>
  names: StatementNames
  /** Whether statements of requests name them in a comment, and so are not prepared. */
  comments: boolean
  /** Cancels what runs on a connection; resolves once the request is sent. */
  cancel(client: pg.Client): Promise<void>
}

/** A connection that prepares repeated statements, under names unique within the one session of an engine. */
export class Client extends pg.Client {
  readonly #number = ++clients
  readonly #shared: Shared

  constructor(config: pg.ClientConfig & { shared: Shared }) {
    super(config)
    const { open } = config.shared
    this.#shared = config.shared
    open.add(this)
    this.once('end', () => open.delete(this))
    // Whoever uses the connection sees the failure; an event without a listener would end the process.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen overloads
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return query(...args)
    const signal = rest.length === 0 && isRead.test(text) ? readingSignal() : undefined
    if (signal?.aborted) return Promise.reject(new Cancelled())
    const sent = this.#shared.comments ? withRequestComment(text) : text
    const name = sent === text && isPreparable(text) ? this.#shared.names.of(text) : undefined
    const ask = () =>
      query(
        name ? { name: `c${ours}_${this.#number}${name}`, text, values } : { text: sent, values },
        ...rest,
      )
    const asked =
      rest.length > 0 ? ask() : statements.tracePromise(ask as () => Promise<object>, { text })
    return signal ? this.#cancelledBy(signal, asked as Promise<unknown>) : asked
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
