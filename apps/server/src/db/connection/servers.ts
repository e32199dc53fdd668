import net from 'node:net'
import pg from 'pg'
import { serversIn } from '../../database-address.ts'

/** What every connection asks of its server first. */
export interface ServerIdentity {
  isStandby: boolean
  /** Changes with each start, so that another server, or the same one started anew, is told apart. */
  started: string
}

/** How long a server of several may take to let us in, in milliseconds. */
const maxConnectMs = 3_000

export async function identify(client: pg.ClientBase): Promise<ServerIdentity> {
  const { rows } = await client.query<ServerIdentity>(
    `select pg_is_in_recovery() as "isStandby", extract(epoch from pg_postmaster_start_time())::text as started`,
  )
  return rows[0] as ServerIdentity
}

type Role = 'primary' | 'standby'

/** A server that isn't in the role that is asked for; with the SQL state of a write on a standby. */
export class WrongRole extends Error {
  readonly code = '25006'

  constructor(wanted: Role) {
    super(wanted === 'primary' ? 'it is a standby, which takes no writes' : 'it is no standby')
  }
}

/** The servers of a database address, of which one is connected to: the first in the role that is asked for. */
export class Servers {
  readonly #urls: readonly string[]
  readonly #role: Role
  #found: Promise<string> | undefined
  #last: string | undefined

  constructor(address: string, role: Role = 'primary') {
    this.#urls = serversIn(address)
    this.#role = role
  }

  get first(): string {
    return this.#urls[0] ?? ''
  }

  get count(): number {
    return this.#urls.length
  }

  /** The address of the server to connect to: the only one, or the first that answers and has the role. */
  async find(): Promise<string> {
    if (this.count === 1) return this.first
    this.#found ??= this.#search()
    try {
      return await this.#found
    } catch (error) {
      this.#found = undefined
      throw error
    }
  }

  /** Has the server looked for anew, since it is gone or has another role. */
  forget(): void {
    this.#found = undefined
  }

  /** Throws where a server doesn't have the role. */
  check({ isStandby }: ServerIdentity): void {
    if (isStandby !== (this.#role === 'standby')) throw new WrongRole(this.#role)
  }

  async #search(): Promise<string> {
    let failure: unknown
    // The one of before is most likely it, and each that is dark costs seconds.
    for (const url of new Set([this.#last ?? this.first, ...this.#urls])) {
      try {
        this.check(await askServer(url, maxConnectMs))
        this.#last = url
        return url
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

/** Host and port of an address of one server. */
export function hostOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) }
}

/** Who a server is, asked on a new connection. */
export async function askServer(url: string, limitMs: number): Promise<ServerIdentity> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: 'steward',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await identify(client)
  } finally {
    dropConnection(client)
  }
}

/** Closes a connection without saying so, since the other side may not listen any more. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

const cancelCode = 80_877_102

/**
 * Cancels what runs on a connection by the protocol's own request, which poolers pass on.
 * Resolves once the server has taken it, or after `limitMs`.
 */
export async function requestCancel(client: pg.Client, limitMs: number): Promise<void> {
  const { processID, secretKey, host, port } = client as unknown as {
    processID: number
    secretKey: number
    host: string
    port: number
  }
  const message = Buffer.alloc(16)
  for (const [n, value] of [16, cancelCode, processID, secretKey].entries())
    message.writeInt32BE(value | 0, n * 4)
  const at = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  await new Promise<void>((done) => {
    const socket = net.connect(at, () => socket.write(message))
    socket.setTimeout(limitMs, () => socket.destroy())
    socket.on('error', () => {})
    // The server answers by closing.
    socket.on('close', () => done())
    socket.resume()
  })
}
