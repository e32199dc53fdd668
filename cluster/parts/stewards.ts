import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root, run, start } from '../lib/processes.ts'
import { until } from '../lib/until.ts'
import { machines } from './database-machines.ts'
import { ports } from './proxies.ts'

export const owner = { email: 'owner@example.com', password: 'only for the cluster test' }

const proxied = `postgres://steward@127.0.0.1:${ports.primary}/steward`
const replicas = `postgres://steward@127.0.0.1:${ports.replicas}/steward`
const hosts = machines.map(({ address }) => `${address}:5432`).join(',')

/** The ways of the Stewards to their database: by HAProxy, by PgBouncer before it, and by the names of all machines. */
export const ways = {
  proxied: { DATABASE_URL: proxied, DATABASE_READ_URL: replicas },
  pooled: {
    DATABASE_URL: `postgres://steward@127.0.0.1:${ports.pooler}/steward`,
    DATABASE_POOLER: 'transaction',
    DATABASE_LISTEN_URL: proxied,
    DATABASE_READ_URL: replicas,
  },
  hosts: { DATABASE_URL: `postgres://steward@${hosts}/steward` },
} as const satisfies Record<string, Record<string, string>>

/** The two instances behind the web's proxy, on machines of their own as far as files go. */
export class Stewards {
  readonly #folder: string
  readonly #settings: Record<string, string>
  readonly #running = new Map<number, ChildProcess>()

  constructor(folder: string, way: keyof typeof ways, bucket: string) {
    this.#folder = folder
    this.#settings = {
      ...ways[way],
      S3_URL: bucket,
      DEMO: '0',
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      SECRET_KEY: 'a key of the cluster test, which keeps no secret',
      PUBLIC_URL: `http://127.0.0.1:${ports.web}`,
      TRUST_PROXY: 'loopback',
      NODE_ENV: 'production',
    }
  }

  async start(): Promise<void> {
    for (const port of ports.stewards) {
      this.startOne(port)
      await this.untilReady(port)
    }
  }

  startOne(port: number): void {
    const args = ['apps/server/src/main.ts']
    const DATA_DIR = join(this.#folder, `steward-${port}`)
    const env = { ...this.#settings, DATA_DIR, PORT: String(port) }
    this.#running.set(port, start(`steward-${port}`, [process.execPath, ...args], { env }))
  }

  async untilReady(port: number): Promise<void> {
    await until(`Steward on port ${port}`, 60, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
      return answer.ok
    })
  }

  async kill(port: number): Promise<void> {
    await this.#end(port, 'SIGKILL')
  }

  async stop(): Promise<void> {
    await Promise.all(ports.stewards.map((port) => this.#end(port, 'SIGTERM')))
  }

  /** Runs the command line beside the servers; returns its output, throws if it fails. */
  async command(...args: string[]): Promise<string> {
    const DATA_DIR = join(this.#folder, 'steward-command')
    const settings = Object.entries({ ...this.#settings, DATA_DIR }).map(
      ([name, value]) => `${name}=${value}`,
    )
    const file = join(root, 'apps/server/src/cli/main.ts')
    return await run('env', '-C', root, ...settings, process.execPath, file, ...args)
  }

  async #end(port: number, signal: NodeJS.Signals): Promise<void> {
    const child = this.#running.get(port)
    this.#running.delete(port)
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
