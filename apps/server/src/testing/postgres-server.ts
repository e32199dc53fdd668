import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './process.ts'

/** A PostgreSQL of a test's own, which can be stopped and started. */
export interface PostgresServer {
  url: string
  /** Resolves once it takes connections. */
  start(): Promise<void>
  /** `fast` ends what runs, `immediate` is as a crash. Resolves once it has ended. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Stops it and takes its files away. */
  dispose(): Promise<void>
}

/** Where these programs of a PostgreSQL server stand; undefined where they don't. */
export function findPostgresPrograms(
  needed: readonly string[] = ['initdb', 'postgres'],
): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort().reverse() : []
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(packaged, version, 'bin')),
  ].find((folder) => needed.every((program) => existsSync(join(folder, program))))
}

/** PostgreSQL refuses to run as root: then it runs as `postgres` or `nobody`. @returns nothing where it runs as oneself */
export function accountOf(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  throw new Error('PostgreSQL can’t run as root, and there is neither `postgres` nor `nobody`')
}

/** What a PostgreSQL of a test has otherwise than others. */
export interface PostgresOptions {
  /** Where its tables stand, apart from what it writes ahead; a folder of {@link accountOf}. */
  tables?: string
  /** Variables that it is started with. */
  env?: Record<string, string>
  /** The address of the primary of which it is a standby that follows at once. */
  standbyOf?: string
}

/** Makes a PostgreSQL in a temporary directory, on a free port of this machine. */
export async function makePostgresServer(
  programs: string,
  { tables, env = {}, standbyOf }: PostgresOptions = {},
): Promise<PostgresServer> {
  const account = accountOf()
  const folder = await mkdtemp(join(tmpdir(), 'steward-postgres-'))
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
  const data = join(tables ?? folder, 'data')
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
  if (tables) init.push('-X', join(folder, 'wal'))
  if (standbyOf) {
    const copy = ['-d', standbyOf, '-D', data, '-R', '-X', 'stream', '--checkpoint=fast']
    await promisify(execFile)(join(programs, 'pg_basebackup'), copy, { ...account, cwd: folder })
  } else await promisify(execFile)(join(programs, 'initdb'), init, { ...account, cwd: folder })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: { child: ChildProcess; ended: Promise<void> } | undefined

  const start = async () => {
    const options = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
    const child = spawn(join(programs, 'postgres'), options, {
      ...account,
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    running = { child, ended: new Promise((done) => child.once('close', () => done())) }
    await untilAnswering(url, child)
  }
  const stop = async (how: 'fast' | 'immediate') => {
    running?.child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await running?.ended
    running = undefined
  }
  return {
    url,
    start,
    stop,
    dispose: async () => {
      await stop('immediate')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Waits until a process takes connections at an address; throws where it ends before. */
export async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    if (await answers(url)) return
    await wait(50)
  }
  throw new Error(`${child.spawnfile} does not start`)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
