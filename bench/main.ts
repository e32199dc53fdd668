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
import { permissionMatrix } from './permission-matrix.ts'
import { signInPage } from './sign-in-page.ts'
import { usersList } from './users-list.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
  },
})
const users = Number(values.users)
const seconds = Number(values.seconds)

const dataDir = await mkdtemp(join(tmpdir(), 'steward-bench-'))
const database = await openBenchDatabase()
try {
  console.log(`Database: ${database.url ? 'PostgreSQL' : 'embedded'}; ${users} users\n`)
  const at = { dataDir, databaseUrl: database.url }
  const steward = await startSteward({ ...at, users })
  try {
    await usersList({ steward, ...at, seconds })
    await listWalk(steward)
  } finally {
    await steward.stop()
  }
  await coldStart()
  await signInPage()
  await permissionMatrix()
} finally {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
}
