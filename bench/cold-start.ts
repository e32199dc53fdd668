import { once } from 'node:events'
import { onBothEngines } from './lib/database.ts'
import { freePort, startFile, stop, untilAnswers } from './lib/processes.ts'
import { withDirectory } from './lib/steward.ts'
import { median, ms, printTable, time } from './lib/table.ts'

/** The target of a later start, in milliseconds. */
const target = 1_000

/** Measures the time to the first answer, at the first start and later ones, beside `node -e 0`. */
export const coldStart = (): Promise<void> =>
  onBothEngines((engine, DATABASE_URL) =>
    withDirectory(async (dataDir) => {
      const times: number[] = []
      while (times.length < 6) {
        const PORT = String(await freePort())
        const settings = { DATA_DIR: dataDir, DATABASE_URL, DEMO: '0', LOG_LEVEL: 'warn', PORT }
        const server = startFile(['apps/server/src/main.ts'], settings)
        times.push(await untilAnswers(`http://127.0.0.1:${PORT}/health/ready`))
        await stop(server)
      }
      const idle: number[] = []
      while (idle.length < 5) {
        const start = performance.now()
        await once(startFile(['-e', '0'], {}), 'exit')
        idle.push(performance.now() - start)
      }
      const [first = Number.NaN, ...later] = times
      printTable(`Cold start to first answer, ${engine}`, [
        { what: 'first of all, which makes the tables', value: ms(first) },
        time('later, median of 5', ['', median(later)], ['beside', target], 1),
        { what: 'node -e 0, the runtime alone', value: ms(median(idle)) },
      ])
    }),
  )
