// Runs every benchmark in one go on one machine and prints what it saw. Nothing here can fail a
// test: what must not get worse without a clock is tested elsewhere.
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { coldStart } from './cold-start.ts'
import { counters } from './counters.ts'
import { firstList } from './first-list.ts'
import { keyPress } from './key-press.ts'
import { openBenchDatabase } from './lib/database.ts'
import { startSteward } from './lib/steward.ts'
import { listFigures } from './lists.ts'
import { live } from './live.ts'
import { memory } from './memory.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { signInPage } from './sign-in-page.ts'
import { timeTravel } from './time-travel.ts'
import { writes } from './writes.ts'

const { values } = parseArgs({
  options: {
    // People, posts and bills: so many of each.
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    // Visits of each, for the web app's part.
    runs: { type: 'string', default: '5' },
    // Some of: list, memory, past, start, page, web, keys, matrix, counters, writes, live.
    only: { type: 'string', multiple: true, default: [] },
    // A database of PostgreSQL that holds those rows already (`steward seed`), to be copied instead of filled.
    template: { type: 'string' },
  },
})
const wanted = (part: string) => values.only.length === 0 || values.only.includes(part)
const rows = Number(values.rows.replaceAll('_', ''))
const seconds = Number(values.seconds)

console.log(`${cpus()[0]?.model}, ${cpus().length} processors, Node ${process.version}\n`)
if (['list', 'memory', 'past'].some(wanted)) await lists()
if (wanted('start')) await coldStart()
if (wanted('page')) await signInPage()
if (wanted('web')) await firstList(Number(values.runs))
if (wanted('keys')) await keyPress()
if (wanted('matrix')) await permissionMatrix()
if (wanted('counters')) await counters(seconds)
if (wanted('writes')) await writes(seconds)
if (wanted('live')) await live(seconds)

async function lists(): Promise<void> {
  const database = await openBenchDatabase(values.template)
  const few = database.url ? await openBenchDatabase() : database
  const [dataDir, fewDir] = await Promise.all(
    [1, 2].map(() => mkdtemp(join(tmpdir(), 'steward-bench-'))),
  )
  try {
    console.log(
      `Database: ${database.url ? 'PostgreSQL' : 'embedded'}; ${values.template ? `a copy of ${values.template}` : `${rows.toLocaleString('en')} people, posts and bills each`}\n`,
    )
    const at = { dataDir: dataDir ?? '', databaseUrl: database.url }
    const steward = await startSteward({ ...at, rows: values.template ? 0 : rows })
    try {
      if (wanted('list')) {
        const small = await startSteward({
          dataDir: fewDir ?? '',
          databaseUrl: few.url,
          rows: 1_000,
        })
        try {
          await listFigures({ steward, small, ...at, seconds })
        } finally {
          await small.stop()
        }
      }
      if (wanted('memory')) await memory(steward, at.databaseUrl)
      if (wanted('past')) await timeTravel({ steward, ...at })
    } finally {
      await steward.stop()
    }
  } finally {
    await database.drop()
    if (few !== database) await few.drop()
    for (const directory of [dataDir, fewDir]) {
      await rm(directory ?? '', { recursive: true, force: true })
    }
  }
}
