import autocannon from 'autocannon'
import { socketDirectory } from '../apps/server/src/db/embedded/lock.ts'
import { freePort, median, startFile, stop, untilAnswers } from './lib/processes.ts'
import type { Steward } from './lib/steward.ts'

const connections = 16

interface Options {
  steward: Steward
  dataDir: string
  databaseUrl: string | undefined
  /** Seconds that each server is asked, each time. */
  seconds: number
}

/**
 * The users list (25 rows with its total, signed in) against a bare node:http server that sends the
 * same rows of the same database and counts nothing, at 16 connections, three times in turn.
 */
export async function usersList({ steward, dataDir, databaseUrl, seconds }: Options) {
  const { headers } = steward
  const barePort = await freePort()
  const bare = startFile(['bench/bare-server.ts'], {
    PORT: String(barePort),
    DATABASE_URL: databaseUrl,
    SOCKET_DIR: databaseUrl ? undefined : await socketDirectory(dataDir),
    NODE_ENV: 'production',
  })
  await untilAnswers(`http://127.0.0.1:${barePort}/`)
  try {
    const ask = async (url: string) => {
      const { requests, latency, non2xx } = await autocannon({
        url,
        connections,
        duration: seconds,
        headers,
      })
      if (non2xx > 0) throw new Error(`${non2xx} answers were not 200`)
      return { rate: requests.average, p99: latency.p99 }
    }
    const list = `${steward.url}/api/admin/users/list`
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
  }
}
