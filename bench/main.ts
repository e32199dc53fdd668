// Runs every benchmark on one machine and prints results; no test depends on them.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { bytes } from './bytes.ts'
import { citus } from './citus.ts'
import { coldStart } from './cold-start.ts'
import { conditions } from './conditions.ts'
import { firstList, signInPage } from './first-list.ts'
import { keyPress } from './key-press.ts'
import { withDatabase } from './lib/database.ts'
import { withSteward } from './lib/steward.ts'
import { listFigures } from './lists.ts'
import { live } from './live.ts'
import { memory } from './memory.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { timeTravel } from './time-travel.ts'
import { writes } from './writes.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: [] },
    // A PostgreSQL database with those rows (`steward seed`) to copy.
    template: { type: 'string' },
    // The folder of another version, installed, whose writes are measured first.
    before: { type: 'string' },
  },
})
const wanted = (part: string) => values.only.length === 0 || values.only.includes(part)
const seconds = Number(values.seconds)
const rows = Number(values.rows.replaceAll('_', ''))

console.log(`${cpus()[0]?.model}, ${cpus().length} processors, Node ${process.version}\n`)
if (['list', 'memory', 'past', 'conditions'].some(wanted))
  await withDatabase(ofManyRows, values.template)
const others = {
  start: coldStart,
  page: signInPage,
  web: () => firstList(Number(values.runs)),
  keys: keyPress,
  matrix: permissionMatrix,
  writes: () => writes(seconds, values.before),
  live: () => live(seconds),
  bytes: () => bytes(rows),
  citus: () => citus(rows, seconds, values.template),
}
for (const [name, measure] of Object.entries(others)) if (wanted(name)) await measure()

async function ofManyRows(databaseUrl: string | undefined): Promise<void> {
  const eachOf = (n: number) => ({ users: n, posts: n, bills: n })
  const size = values.template
    ? `a copy of ${values.template}`
    : `${rows.toLocaleString('en')} people, posts and bills each`
  console.log(`Database: ${databaseUrl ? 'PostgreSQL' : 'embedded'}; ${size}\n`)
  await withSteward({ databaseUrl, rows: eachOf(values.template ? 0 : rows) }, async (steward) => {
    if (wanted('list')) {
      await withDatabase((url) =>
        withSteward({ databaseUrl: databaseUrl && url, rows: eachOf(1_000) }, (small) =>
          listFigures(steward, small, seconds),
        ),
      )
    }
    if (wanted('memory')) await memory(steward)
    if (wanted('past')) await timeTravel(steward)
    if (wanted('conditions')) await conditions(steward)
  })
}
