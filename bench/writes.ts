import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, openConnection } from '../apps/server/src/db/connection/connection.ts'
import { migrate } from '../apps/server/src/db/migrations/migrate.ts'
import { write } from '../apps/server/src/db/write/write.ts'
import { newId } from '../apps/server/src/ids.ts'
import { startSealer } from '../apps/server/src/modules/audit-log/sealer.ts'
import { openBenchDatabase } from './lib/database.ts'
import { median } from './lib/processes.ts'

const rounds = 3
const writersOf = [1, 16]

/**
 * Changes of one record a second, each writer on a record of its own: as Steward makes them, with the
 * audit log and its sealer, against the same two statements in a transaction without it. On both
 * engines, three times in turn.
 * @param seconds of each measurement
 */
export async function writes(seconds: number): Promise<void> {
  const database = await openBenchDatabase()
  try {
    for (const databaseUrl of database.url ? [undefined, database.url] : [undefined]) {
      await onEngine(databaseUrl, seconds)
    }
  } finally {
    await database.drop()
  }
}

async function onEngine(databaseUrl: string | undefined, seconds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-bench-'))
  const connection = await openConnection({ dataDir, databaseUrl })
  const { db, engine } = connection
  try {
    await migrate(connection)
    const ids = Array.from({ length: Math.max(...writersOf) }, () => newId())
    const rows = ids.map((id, n) => ({ id, title: `Task ${n}` }))
    await write(db, { system: 'setup', batch: newId() }, ({ insert }) => insert('tasks', rows))
    console.log(`Changes of one record, ${engine} (median of ${rounds} rounds in turn)`)
    for (const writers of writersOf) {
      const own = ids.slice(0, writers)
      await rate(own, 1, (id, n) => plain(db, id, n))
      const told: number[] = []
      const untold: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        untold.push(await rate(own, seconds, (id, n) => plain(db, id, n)))
        const sealer = startSealer(db, () => {}, console.error)
        told.push(await rate(own, seconds, (id, n) => recorded(db, id, n)))
        await sealer.stop()
      }
      const [withLog, without] = [median(told), median(untold)]
      const line = `${withLog.toFixed(0)} a second, ${without.toFixed(0)} without the audit log`
      console.log(
        `  ${String(writers).padStart(2)} writers  ${line}; ratio ${(withLog / without).toFixed(2)}`,
      )
    }
    console.log('')
  } finally {
    await connection.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** @returns how often a second the work was done by writers that go on without a pause */
async function rate(
  ids: readonly string[],
  seconds: number,
  work: (id: string, n: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1_000
  let done = 0
  await Promise.all(
    ids.map(async (id) => {
      for (; performance.now() < until; done += 1) await work(id, done)
    }),
  )
  return (done * 1_000) / (performance.now() - began)
}

const recorded = (db: Db, id: string, n: number) =>
  write(db, { system: 'setup' }, async ({ lock, update }) =>
    update('tasks', await lock('tasks', [id]), { title: `Title ${n}` }),
  )

const plain = (db: Db, id: string, n: number) =>
  db.transaction().execute(async (tx) => {
    await sql`select * from tasks where id = any(${[id]}::uuid[]) order by id for update`.execute(
      tx,
    )
    await sql`
      update tasks set updated_at = now(), title = ${`Title ${n}`}
      where id = any(${[id]}::uuid[]) returning *`.execute(tx)
  })
