import { freePort, runFile, startFile, stop, untilAnswers } from './processes.ts'

/** A Steward with many made-up people, and somebody signed in. */
export interface Steward {
  url: string
  headers: Record<string, string>
  /** Signs the owner in once more. @returns the headers of that session */
  signIn(): Promise<Record<string, string>>
  stop(): Promise<void>
}

/** Fills a database by bulk loading, starts a server on it, and signs the owner in. */
export async function startSteward(options: {
  dataDir: string
  databaseUrl: string | undefined
  users: number
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
  }
  await runFile(['apps/server/src/cli/main.ts', 'seed', '--users', String(options.users)], settings)
  const server = startFile(['apps/server/src/main.ts'], settings)
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}/health/ready`)
  const signIn = async () => {
    const signedIn = await fetch(`${url}/api/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { data } = (await signedIn.json()) as { data: { token: string } }
    return { authorization: `Bearer ${data.token}` }
  }
  return { url, headers: await signIn(), signIn, stop: () => stop(server) }
}
