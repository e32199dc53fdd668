import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { accountOf, findPostgresPrograms } from '../../apps/server/src/testing/postgres-server.ts'
import { freePort } from '../../apps/server/src/testing/process.ts'
import { type OverTls, overTls } from './over-tls.ts'
import { findProgram, type Running, runProgram, startProgram, until } from './programs.ts'

const postgresPrograms = findPostgresPrograms()
const caddy = findProgram('caddy')
const pgbouncer = findProgram('pgbouncer')

/** Whether the programs of the compose files are installed here. */
export const canCompose = Boolean(postgresPrograms && caddy && pgbouncer)

/** The processes of a compose file, run with its files but without containers around them. */
export class Composed {
  /** What they write. */
  readonly folder = mkdtempSync(join(tmpdir(), 'steward-compose-'))
  readonly #secrets = join(this.folder, 'secrets')
  readonly #account = accountOf()
  readonly #running: Running[] = []

  static async make(): Promise<Composed> {
    const composed = new Composed()
    chmodSync(composed.folder, 0o755)
    await runProgram('sh', [fileOf('make-secrets.sh'), composed.#secrets])
    // A container is given each file by itself; here others have to reach them.
    chmodSync(composed.#secrets, 0o755)
    return composed
  }

  async dispose(): Promise<void> {
    for (const running of this.#running.reverse()) await running.stop('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }

  secretFile(name: string): string {
    return join(this.#secrets, name)
  }

  secret(name: string): string {
    return readFileSync(this.secretFile(name), 'utf8')
  }

  /** A database as PostgreSQL's image makes it: for its own scripts alone at first. @returns its port */
  async startPrimary(scripts: string[], words: string[]): Promise<number> {
    const data = this.#folderOf('primary')
    const socket = this.#folderOf('socket')
    const passwords = ['--pwfile', join(this.#secrets, 'postgres-password')]
    const initdb = ['-D', data, '-U', 'postgres', ...passwords, '--data-checksums', '-E', 'UTF8']
    await runProgram(programOf('initdb'), initdb, { ...this.#account, cwd: data })
    const hba = 'local all all trust\nhost all all all scram-sha-256\n'
    writeFileSync(join(data, 'pg_hba.conf'), hba)
    const port = await freePort()
    const own = ['-D', data, '-p', String(port), '-k', socket, '-h']
    const first = await this.#startPostgres(programOf('postgres'), [...own, ''], data)
    const env = { POSTGRES_USER: 'postgres', PGHOST: socket, PGPORT: String(port), PGDATA: data }
    for (const script of scripts) {
      const options = { ...this.#account, cwd: data, env: withPostgres(env) }
      await runProgram('sh', [this.#adapt(script)], options)
    }
    await first.stop('SIGINT')
    await this.#startPostgres(programOf('postgres'), [...own, '127.0.0.1', ...words], data)
    return port
  }

  /** @param at its port of before, where it starts again @returns its port */
  async startReplica(primary: number, words: string[], at?: number) {
    const data = at ? join(this.folder, 'replica') : this.#folderOf('replica')
    // As the image of PostgreSQL leaves it.
    if (!at) chmodSync(data, 0o1777)
    const port = at ?? (await freePort())
    const own = ['-p', String(port), '-k', join(this.folder, 'socket'), '-h', '127.0.0.1']
    const env = { PGDATA: data, PRIMARY_HOST: '127.0.0.1', PRIMARY_PORT: String(primary) }
    const script = [this.#adapt('two-instances/replica.sh'), ...own, ...words]
    return { port, process: await this.#startPostgres('sh', script, data, env) }
  }

  /** @returns its port */
  async startPooler(primary: number): Promise<number> {
    const port = await freePort()
    const ini = this.#adapt('two-instances/pgbouncer.ini', {
      'host=postgres port=5432': `host=127.0.0.1 port=${primary}`,
      '0.0.0.0': '127.0.0.1',
      '6432': String(port),
    })
    const pooler = this.#keep(startProgram(pgbouncer ?? '', [ini], this.#account))
    await until(async () => pooler.said().includes('process up'), pooler.said)
    return port
  }

  /** @param names what stands in the Caddyfile, and what it is here */
  async startCaddy(path: string, names: Record<string, string>): Promise<OverTls> {
    const port = await freePort()
    const caddyfile = this.#adapt(path, names)
    const ports = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${await freePort()}\n}\n`
    writeFileSync(caddyfile, ports + readFileSync(caddyfile, 'utf8'))
    const env = {
      HOME: this.folder,
      XDG_DATA_HOME: this.folder,
      XDG_CONFIG_HOME: this.folder,
      STEWARD_HOST: `localhost:${port}`,
      STEWARD_TLS: 'internal',
    }
    const words = ['--config', caddyfile, '--adapter', 'caddyfile']
    await runProgram(caddy ?? '', ['validate', ...words], { env })
    const proxy = this.#keep(startProgram(caddy ?? '', ['run', ...words], { env }))
    const certificate = join(this.folder, 'caddy/pki/authorities/local/root.crt')
    await until(async () => readFileSync(certificate).length > 0, proxy.said)
    const calls = overTls(port, readFileSync(certificate))
    await until(async () => (await calls.ask('GET', '/health/live')).status === 200, proxy.said)
    return calls
  }

  async #startPostgres(command: string, words: string[], data: string, env = {}): Promise<Running> {
    const options = { ...this.#account, cwd: data, env: withPostgres(env) }
    const postgres = this.#keep(startProgram(command, words, options))
    const isUp = async () => /ready to accept (read-only )?connections/.test(postgres.said())
    await until(isUp, postgres.said)
    return postgres
  }

  #keep(running: Running): Running {
    this.#running.push(running)
    return running
  }

  #folderOf(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(path, { mode: 0o700 })
    const { uid, gid } = this.#account
    if (uid !== undefined) chownSync(path, uid, gid ?? uid)
    return path
  }

  /** A file of the compose files, with the names and paths that it has in containers replaced by those here. */
  #adapt(path: string, names: Record<string, string> = {}): string {
    let text = readFileSync(fileOf(path), 'utf8')
    for (const [name, here] of Object.entries({ '/run/secrets': this.#secrets, ...names })) {
      if (name !== '/run/secrets' && !text.includes(name)) throw new Error(`${path}: no ${name}`)
      text = text.replaceAll(name, here)
    }
    const adapted = join(this.folder, path.replaceAll('/', '-'))
    writeFileSync(adapted, text, { mode: 0o755 })
    return adapted
  }
}

const fileOf = (path: string) => fileURLToPath(new URL(`../compose/${path}`, import.meta.url))
const programOf = (name: string) => join(postgresPrograms ?? '', name)
const withPostgres = (env: Record<string, string>) => ({
  PATH: `${postgresPrograms}:${process.env['PATH']}`,
  ...env,
})

/** The first value of a query's first row. @param url of the database */
export async function queryOnce(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
