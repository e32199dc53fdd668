import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Cancelled, onAbort, readingSignal } from '../reads/cancellation.ts'

/** A time as PostgreSQL writes it in UTC, to ISO 8601 with milliseconds. */
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

/** How values of the database become JavaScript's: times as ISO text, bigint as a number. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

let clients = 0
/** Tells this process's statements from those of another one on the same engine. */
const ours = randomBytes(4).toString('hex')

/** Each named statement costs memory on every connection. */
const maxNamed = 200

/** What statements are called on the server, the same on all connections of a pool. */
export class StatementNames {
  /** How often a statement has come; below zero, its number. */
  readonly #seen = new Map<string, number>()
  #named = 0

  /**
   * The name of a statement: none until it has come for the third time. A statement with a name is
   * parsed once a connection instead of once a request.
   */
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

/**
 * Whether a statement gains by a name. Only one command can be prepared; a search is planned for its own word each
 * time, since a plan for any word would pass the index by.
 */
const isPreparable = (text: string): boolean => !text.includes(';') && !/\blike\b/i.test(text)

/** Milliseconds in which most statements end by themselves. */
const graceMs = 30

/** What may be cancelled: it changes nothing. */
const isRead = /^\s*(?:select|with)\b/i

/** What the connections of a pool share. */
export interface Shared {
  /** Those that are open. */
  open: Set<pg.Client>
  names: StatementNames
  /** Cancels what is asked on a connection. @returns once the request is sent */
  cancel(client: pg.Client): Promise<void>
}

/**
 * A connection of a pool, which names the statements that come again and again. The process and the connection
 * are part of the name, since the connections of the embedded engine share one session.
 */
export class Client extends pg.Client {
  readonly #number = ++clients
  readonly #shared: Shared

  constructor(config: pg.ClientConfig & { shared: Shared }) {
    super(config)
    const { open } = config.shared
    this.#shared = config.shared
    open.add(this)
    this.once('end', () => open.delete(this))
    // One that breaks while it is in use fails what uses it; an event without a listener would end the process.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen overloads
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return query(...args)
    const signal = rest.length === 0 && isRead.test(text) ? readingSignal() : undefined
    if (signal?.aborted) return Promise.reject(new Cancelled())
    const name = isPreparable(text) ? this.#shared.names.of(text) : undefined
    const asked = query(
      name ? { name: `c${ours}_${this.#number}${name}`, text, values } : { text, values },
      ...rest,
    )
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
      // Whoever has the connection next must not be cancelled in its stead.
      await cancelling
    }
  }
}
