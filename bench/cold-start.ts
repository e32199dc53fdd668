import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, median, startFile, stop, untilAnswers } from './lib/processes.ts'

/**
 * From the start of the process to its first answer: the first start of all, which creates the
 * embedded database, and later ones; against `node -e 0`, what the runtime alone costs.
 */
export async function coldStart(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-cold-'))
  const times: number[] = []
  try {
    for (let round = 0; round < 6; round += 1) {
      const port = await freePort()
      const server = startFile(['apps/server/src/main.ts'], {
        DATA_DIR: dataDir,
        DEMO: '0',
        LOG_LEVEL: 'warn',
        PORT: String(port),
      })
      times.push(await untilAnswers(`http://127.0.0.1:${port}/health/ready`))
      await stop(server)
    }
    const idle: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now()
      const child = startFile(['-e', '0'], {})
      await new Promise((done) => child.once('exit', done))
      idle.push(performance.now() - start)
    }
    console.log('Cold start to first answer, embedded engine')
    console.log(`  first of all   ${(times[0] ?? 0).toFixed(0)} ms (creates the database)`)
    console.log(`  later          ${median(times.slice(1)).toFixed(0)} ms (median of 5)`)
    console.log(`  node -e 0      ${median(idle).toFixed(0)} ms (the runtime alone)\n`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
