import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { write } from '../write/write.ts'
import { countedTables } from './counted.ts'
import { foldDeltas } from './deltas.ts'
import { counterDifferences, describeDifference, rebuildCounters } from './verify.ts'

describe.each(engines)('counters on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    const { db } = database.connection
    const [payer = ''] = await create(db, 'users', {})
    await create(db, 'bills', { payer_id: payer, amount: 250 }, { payer_id: payer, amount: 100 })
    await create(db, 'posts', { author_id: payer })
  })
  afterAll(() => database.dispose())

  const differences = async () => {
    const found = []
    for (const table of countedTables)
      found.push(...(await counterDifferences(database.connection.db, table)))
    return found.map(describeDifference).sort()
  }

  test('are told and mended where somebody wrote past Steward, folded or not', async () => {
    const { db } = database.connection
    expect(await differences()).toEqual([])
    await sql`update bills set amount = amount + 7, created_at = '2026-01-02' where amount = 250`.execute(
      db,
    )
    await sql`delete from posts`.execute(db)
    const today = new Date().toISOString().slice(0, 10)
    expect(
      (await differences()).map((words) =>
        String(words).replace(/\{.*\}|[\da-f]{8}-[-\da-f]+/, '…'),
      ),
    ).toEqual([
      'The counter of bills, day 2026-01-02 …, says 0, and there are 1.',
      `The counter of bills, day ${today} …, says 2, and there are 1.`,
      'The counter of bills, …, says 2, and there are 2; its amount lacks 7.',
      `The counter of posts, day ${today} …, says 1, and there are 0.`,
      'The counter of posts, person …, says 1, and there are 0.',
      'The counter of posts, …, says 1, and there are 0.',
    ])
    expect(await rebuildCounters(db)).toBe(6)
    expect(await differences()).toEqual([])
    await foldDeltas(db)
    expect(await differences()).toEqual([])
    expect(await rebuildCounters(db)).toBe(0)
  })

  test.runIf(engine === 'postgresql')('are rebuilt beside writers, who never wait', async () => {
    const { db } = database.connection
    const ids = await create(db, 'posts', ...Array.from({ length: 30 }, () => ({})))
    const deleteAll = (deleted: string | null) =>
      Promise.all(
        ids.map((id) =>
          write(db, { system: 'setup' }, async ({ tx, lock, update }) => {
            // Far longer than a write takes on a busy machine: who waits for the rebuild waits for ever.
            await sql`set local lock_timeout = '5s'`.execute(tx)
            await update('posts', await lock('posts', [id]), { deleted_at: deleted })
          }),
        ),
      )
    // While a rebuild isn't committed, all that it has locked stays locked.
    await sql`update counters set n = n + 5`.execute(db)
    await db.transaction().execute(async (tx) => {
      expect(await rebuildCounters(tx)).toBeGreaterThan(0)
      await deleteAll('2026-01-01T00:00:00Z')
    })
    expect(await differences()).toEqual([])

    await sql`update counters set n = n + 5`.execute(db)
    let isOver = false
    const writing = deleteAll(null).finally(() => {
      isOver = true
    })
    while (!isOver) await Promise.all([rebuildCounters(db), rebuildCounters(db), foldDeltas(db)])
    await writing
    expect(await differences()).toEqual([])
  })
})
