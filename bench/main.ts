// Runs every benchmark in one go on one machine and prints what it saw. Nothing here can fail a
// test: what must not get worse without a clock is tested elsewhere.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { coldStart } from './cold-start.ts'
import { openBenchDatabase } from './lib/database.ts'
import { startSteward } from './lib/steward.ts'
import { listWalk } from './list-walk.ts'
import { live } from './live.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { signInPage } from './sign-in-page.ts'
import { timeTravel } from './time-travel.ts'
import { usersList } from './users-list.ts'
import { writes } from './writes.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    // Some of: list, past, start, page, matrix, writes, live.
    only: { type: 'string', multiple: true, default: [] },
  },
})
const wanted = (part: string) => values.only.length === 0 || values.only.includes(part)
const users = Number(values.users)
const seconds = Number(values.seconds)

if (wanted('list') || wanted('past')) await lists()
if (wanted('start')) await coldStart()
if (wanted('page')) await signInPage()
if (wanted('matrix')) await permissionMatrix()
if (wanted('writes')) await writes(seconds)
if (wanted('live')) await live(seconds)

async function lists(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-bench-'))
  const database = await openBenchDatabase()
  try {
    console.log(`Database: ${database.url ? 'PostgreSQL' : 'embedded'}; ${users} users\n`)
    const at = { dataDir, databaseUrl: database.url }
    const steward = await startSteward({ ...at, users })
    try {
      if (wanted('list')) {
        await usersList({ steward, ...at, seconds })
        await listWalk(steward)
      }
      if (wanted('past')) await timeTravel({ steward, ...at })
    } finally {
      await steward.stop()
    }
  } finally {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
