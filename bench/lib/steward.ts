import { readFile } from 'node:fs/promises'
import { freePort, runFile, startFile, stop, untilAnswers } from './processes.ts'

/** A Steward with many made-up people, and somebody signed in. */
export interface Steward {
  url: string
  headers: Record<string, string>
  /** The owner's. */
  password: string
  /** Signs the owner in once more, or somebody else with their password. @returns the headers of that session */
  signIn(as?: string): Promise<Record<string, string>>
  /** Resident memory of the server, in megabytes; undefined where the system doesn't tell. */
  memory(): Promise<number | undefined>
  stop(): Promise<void>
}

/** Fills a database by bulk loading, starts a server on it, and signs the owner in. */
export async function startSteward(options: {
  dataDir: string
  databaseUrl: string | undefined
  /** People, posts and bills, so many of each; or of each its own number. */
  rows: number | { users: number; posts: number; bills: number }
}): Promise<Steward> {
  const email = 'owner@example.com'
  const password = 'only for the benchmark'
  const port = await freePort()
  const settings = {
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl,
    DEMO: '0',
    OWNER_EMAIL: email,
    OWNER_PASSWORD: password,
    LOG_LEVEL: 'warn',
    PORT: String(port),
    NODE_ENV: 'production',
    // As the README starts it.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '262144',
  }
  const { rows } = options
  const counts = typeof rows === 'number' ? { users: rows, posts: rows, bills: rows } : rows
  const seeded = Object.entries(counts).flatMap(([area, n]) => (n > 0 ? [`--${area}`, `${n}`] : []))
  if (seeded.length > 0) await runFile(['apps/server/src/cli/main.ts', 'seed', ...seeded], settings)
  const server = startFile(['--max-semi-space-size=8', 'apps/server/src/main.ts'], settings)
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}/health/ready`)
  const signIn = async (as = email) => {
    const signedIn = await fetch(`${url}/api/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: as, password }),
    })
    const { data } = (await signedIn.json()) as { data: { token: string } }
    return { authorization: `Bearer ${data.token}` }
  }
  const memory = async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  }
  return { url, headers: await signIn(), password, signIn, memory, stop: () => stop(server) }
}
