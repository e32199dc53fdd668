import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** A server as a process of its own, and what it has said so far. */
export interface ServerProcess {
  child: ChildProcess
  out(): string
  err(): string
  /** The address that it printed. */
  url(): string
  /** Ends it. @returns its exit code, null where a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Waits for its end. */
  ended: Promise<number | null>
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/**
 * Starts a server with these settings and nothing else of this process's environment but PATH and
 * Node's cache of compiled code.
 * @param user the account that it runs as, otherwise than this process; a number, which only root can give
 */
export function spawnServer(settings: Record<string, string>, user?: number): ServerProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [main], {
    // On a busy machine any statement may be slow, which no test of the log is about.
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      SLOW_QUERY_MS: '0',
      DEMO: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  let out = ''
  let err = ''
  child.stdout?.on('data', (text) => {
    out += text
  })
  child.stderr?.on('data', (text) => {
    err += text
  })
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return {
    child,
    out: () => out,
    err: () => err,
    url: () => /ready at (\S+)/.exec(out)?.[1] ?? '',
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * Waits until a server is ready.
 * @throws what it said, if it ends before
 */
export async function untilReady(server: ServerProcess): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (server.out().includes('ready at')) return
    if (server.child.exitCode !== null) throw new Error(`the server ended: ${server.err()}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`the server did not start: ${server.err()}`)
}

/** Who owns what {@link serveDatabase} serves. */
export const testOwner = { email: 'owner@example.com', password: 'a password to serve by' }

/**
 * Starts a server on the database of a test, whose own connection must be closed.
 * @param settings beside the database, the port and the owner
 */
export async function serveDatabase(
  { config }: { config: Config },
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  return spawnServer({
    OWNER_EMAIL: testOwner.email,
    OWNER_PASSWORD: testOwner.password,
    PORT: String(await freePort()),
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
    ...(config.databasePooler ? { DATABASE_POOLER: config.databasePooler } : {}),
    ...settings,
  })
}

/**
 * Asks a server in its process over HTTP.
 * @param path below `/api/`
 * @returns the answer's `data`
 */
export async function askServer(
  server: ServerProcess,
  method: string,
  path: string,
  options: { token?: string; body?: object } = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
): Promise<any> {
  const { token = '', body } = options
  const answer = await fetch(`${server.url()}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, message } = (await answer.json()) as { data: unknown; message: string }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`)
  return data
}
