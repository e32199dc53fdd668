import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Where a connection is cut that commits what a test looks for: before the COMMIT reaches the database, after it was
 * carried out and before that is answered, or while it is still on its way.
 */
export type Cut = 'before' | 'after' | 'meanwhile'

/** How long a COMMIT is on its way that arrives after its connection was cut, in milliseconds. */
const onTheWayMs = 700

/**
 * Stands between a server and its PostgreSQL: can go silent, as behind a firewall that drops, go
 * away, and cut connections.
 */
export class DatabaseProxy {
  #silent = false
  #away = false
  #cut: { what: string; how: Cut } | undefined
  readonly #sockets = new Set<Socket>()
  readonly #server: Server

  constructor(to: URL) {
    this.#server = createServer((from) => {
      if (this.#away) {
        from.destroy()
        return
      }
      const on = connect(Number(to.port || 5432), to.hostname)
      for (const [a, b] of [
        [from, on],
        [on, from],
      ] as const) {
        this.#sockets.add(a)
        a.on('close', () => b.destroy())
        a.on('error', () => {})
      }
      let isTheirs = false
      let cutting: Cut | undefined
      let commit: string | undefined
      from.on('data', (data) => {
        if (this.#silent) return
        isTheirs ||= this.#cut !== undefined && data.includes(this.#cut.what)
        // A statement is parsed once on a connection, and then named alone.
        const parsed = /(\w*)\0commit\0/.exec(data.toString('latin1'))
        if (parsed?.[1]) commit = `\0${parsed[1]}\0`
        if (this.#cut && isTheirs && (parsed || (commit && data.includes(commit)))) {
          cutting = this.#cut.how
          this.#cut = undefined
        }
        if (cutting === 'before') from.destroy()
        else if (cutting === 'meanwhile') {
          from.removeAllListeners('close').destroy()
          void wait(onTheWayMs).then(() => on.end(data))
        } else on.write(data)
      })
      on.on('data', (data) => {
        if (cutting === 'after') from.destroy()
        else if (!this.#silent) from.write(data)
      })
    })
  }

  /** Resolves to its port. */
  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return (this.#server.address() as AddressInfo).port
  }

  goSilent(): void {
    this.#silent = true
  }

  /** Ends all connections, and each new one at once, as where the database has ended. */
  goAway(): void {
    this.#away = true
    for (const socket of this.#sockets) socket.destroy()
  }

  comeBack(): void {
    this.#silent = false
    this.#away = false
  }

  /** Cuts the next connection that commits a transaction in which these words were sent. */
  cutAtCommit(what: string, how: Cut): void {
    this.#cut = { what, how }
  }

  get isCut(): boolean {
    return this.#cut === undefined
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
