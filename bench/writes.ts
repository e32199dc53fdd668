import { sql } from 'kysely'
import { type Db, openConnection } from '../apps/server/src/db/connection/connection.ts'
import { migrate } from '../apps/server/src/db/migrations/migrate.ts'
import { write } from '../apps/server/src/db/write/write.ts'
import { newId } from '../apps/server/src/ids.ts'
import { startSealer } from '../apps/server/src/modules/audit-log/sealer.ts'
import { onBothEngines } from './lib/database.ts'
import { withDirectory } from './lib/steward.ts'
import { type Figure, inTurn, median, perSecond, printTable, rate } from './lib/table.ts'

const rounds = 3
const writersOf = [1, 16]

/** Compares changes with audit log and sealer with plain statements, for some `seconds` each. */
export const writes = (seconds: number): Promise<void> =>
  onBothEngines((engine, databaseUrl) =>
    withDirectory(async (dataDir) => {
      const connection = await openConnection({ dataDir, databaseUrl })
      try {
        await migrate(connection)
        const title = `Changes of one record, ${engine} (median of ${rounds} rounds in turn)`
        printTable(title, await measure(connection.db, seconds))
      } finally {
        await connection.close()
      }
    }),
  )

async function measure(db: Db, seconds: number): Promise<Figure[]> {
  const ids = Array.from({ length: Math.max(...writersOf) }, () => newId())
  const rows = ids.map((id, n) => ({ id, title: `Task ${n}` }))
  await write(db, { system: 'setup', batch: newId() }, ({ insert }) => insert('tasks', rows))
  let n = 0
  const figures: Figure[] = []
  for (const writers of writersOf) {
    const plainly = (duration = seconds) =>
      perSecond(writers, duration, (writer) => plain(db, ids[writer] ?? '', `Title ${n++}`))
    await plainly(1)
    const { ours, bare } = await inTurn(rounds, {
      bare: plainly,
      ours: async () => {
        const sealer = startSealer(db, () => {}, console.error)
        const made = await perSecond(writers, seconds, (writer) =>
          recorded(db, ids[writer] ?? '', `Title ${n++}`),
        )
        await sealer.stop()
        return made
      },
    })
    const beside = ['without the audit log', median(bare)] as const
    figures.push(rate(`${writers} writers, with the audit log`, median(ours), beside))
  }
  return figures
}

const recorded = (db: Db, id: string, title: string) =>
  write(db, { system: 'setup' }, async ({ lock, update }) =>
    update('tasks', await lock('tasks', [id]), { title }),
  )

const plain = (db: Db, id: string, title: string) =>
  db.transaction().execute(async (tx) => {
    const these = sql`id = any(${[id]}::uuid[])`
    await sql`select * from tasks where ${these} order by id for update`.execute(tx)
    await sql`update tasks set updated_at = now(), title = ${title} where ${these} returning *`.execute(
      tx,
    )
  })
