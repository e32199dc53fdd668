import autocannon from 'autocannon'
import { socketDirectory } from '../apps/server/src/db/embedded/lock.ts'
import { freePort, median, runFile, startFile, stop, untilAnswers } from './lib/processes.ts'

const connections = 16

interface Options {
  dataDir: string
  databaseUrl: string | undefined
  users: number
  /** Seconds that each server is asked, each time. */
  seconds: number
}

/**
 * The users list (25 rows with its total, signed in) against a bare node:http server that sends the
 * same rows of the same database and counts nothing, at 16 connections, three times in turn.
 */
export async function usersList({ dataDir, databaseUrl, users, seconds }: Options): Promise<void> {
  const email = 'owner@example.com'
  const password = 'only for the benchmark'
  const port = await freePort()
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    OWNER_EMAIL: email,
    OWNER_PASSWORD: password,
    LOG_LEVEL: 'warn',
    PORT: String(port),
    NODE_ENV: 'production',
  }
  await runFile(['apps/server/src/cli/main.ts', 'seed', '--users', String(users)], settings)
  const server = startFile(['apps/server/src/main.ts'], settings)
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}/health/ready`)
  const barePort = await freePort()
  const bare = startFile(['bench/bare-server.ts'], {
    PORT: String(barePort),
    DATABASE_URL: databaseUrl,
    SOCKET_DIR: databaseUrl ? undefined : await socketDirectory(dataDir),
    NODE_ENV: 'production',
  })
  await untilAnswers(`http://127.0.0.1:${barePort}/`)
  try {
    const signedIn = await fetch(`${url}/api/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { data } = (await signedIn.json()) as { data: { token: string } }
    const headers = { authorization: `Bearer ${data.token}` }
    const ask = async (address: string) => {
      const { requests, latency, non2xx } = await autocannon({
        url: address,
        connections,
        duration: seconds,
        headers,
      })
      if (non2xx > 0) throw new Error(`${non2xx} answers were not 200`)
      return { rate: requests.average, p99: latency.p99 }
    }
    const list = `${url}/api/admin/users/list`
    await ask(list)
    const rounds: { ours: number; bare: number; p99: number }[] = []
    for (let round = 0; round < 3; round += 1) {
      const raw = await ask(`http://127.0.0.1:${barePort}/`)
      const ours = await ask(list)
      rounds.push({ ours: ours.rate, bare: raw.rate, p99: ours.p99 })
    }
    const ours = median(rounds.map((round) => round.ours))
    const raw = median(rounds.map((round) => round.bare))
    console.log('Users list, 25 rows with total, signed in, 16 connections')
    console.log(
      `  Steward    ${ours.toFixed(0)} requests/s, p99 ${median(rounds.map((r) => r.p99))} ms`,
    )
    console.log(`  bare       ${raw.toFixed(0)} requests/s (same rows, no total, no session)`)
    console.log(`  ratio      ${(ours / raw).toFixed(2)} (median of 3 rounds in turn)\n`)
  } finally {
    await stop(bare)
    await stop(server)
  }
}
