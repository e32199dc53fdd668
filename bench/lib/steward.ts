import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './database.ts'
import { freePort, runFile, startFile, stop, untilAnswers } from './processes.ts'

const owner = { email: 'owner@example.com', password: 'only for the benchmark' }

/** An answer, with the milliseconds until its last byte. */
interface Answer<T> {
  status: number
  data: T
  ms: number
}

export interface Steward extends Place {
  url: string
  /** The server itself. */
  process: ChildProcess
  headers: Record<string, string>
  /** The session as the web app stores it. */
  session: { token: string; tokenExpiry: string }
  password: string
  /** Signs in the owner, or who has this address; returns the session's headers. */
  signIn(email?: string): Promise<Record<string, string>>
  /** Calls a path below `/api/`, as the owner by default; `allowed` adds valid statuses. */
  call<T>(path: string, given?: CallOptions): Promise<Answer<T>>
  /** The server's memory in megabytes; undefined where unknown. */
  memory(): Promise<number | undefined>
}

interface CallOptions {
  method?: string
  json?: unknown
  headers?: Record<string, string>
  allowed?: readonly number[]
}

export async function withDirectory<R>(use: (directory: string) => Promise<R>): Promise<R> {
  const directory = await mkdtemp(join(tmpdir(), 'steward-bench-'))
  try {
    return await use(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Starts a server on a database filled with `rows` per area, as the owner; cleans up afterwards. */
export const withSteward = <R>(
  options: {
    databaseUrl?: string | undefined
    rows?: Record<string, number>
    demo?: boolean
    /** The folder of the version; this one by default. */
    root?: string | undefined
    /** Where servers follow each other on one database; else each makes a key of its own. */
    secretKey?: string
  },
  use: (steward: Steward) => Promise<R>,
): Promise<R> =>
  withDirectory(async (dataDir) => {
    const { databaseUrl, rows = {}, demo = false, root, secretKey } = options
    const port = await freePort()
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: demo ? '1' : '0',
      SECRET_KEY: secretKey,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      NODE_ENV: 'production',
    }
    const seeded = Object.entries(rows).flatMap(([area, n]) => (n > 0 ? [`--${area}`, `${n}`] : []))
    if (seeded.length > 0)
      await runFile(['apps/server/src/cli/main.ts', 'seed', ...seeded], settings, root)
    const server = startFile(['apps/server/src/main.ts'], settings, root)
    try {
      const url = `http://127.0.0.1:${port}`
      await untilAnswers(`${url}/health/ready`)
      const call = callerOf(url)
      const signIn = async (email = owner.email) =>
        (
          await call<Steward['session']>('auth/admin-login', {
            method: 'POST',
            json: { ...owner, email },
          })
        ).data
      const headersOf = ({ token }: Steward['session']) => ({ authorization: `Bearer ${token}` })
      const session = await signIn()
      const headers = headersOf(session)
      return await use({
        dataDir,
        databaseUrl,
        url,
        process: server,
        session,
        headers,
        password: owner.password,
        signIn: async (email) => headersOf(await signIn(email)),
        call: (path, given) => call(path, { headers, ...given }),
        memory: async () => {
          const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
          const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
          return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
        },
      })
    } finally {
      await stop(server)
    }
  })

const callerOf =
  (url: string) =>
  async <T>(path: string, given: CallOptions = {}): Promise<Answer<T>> => {
    const { method = 'GET', json, headers, allowed = [] } = given
    const start = performance.now()
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      body: json === undefined ? null : JSON.stringify(json),
    })
    const { data, ...rest } = (await answer.json()) as { data: T }
    const ms = performance.now() - start
    if (!answer.ok && !allowed.includes(answer.status))
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(rest)}`)
    return { status: answer.status, data, ms }
  }
