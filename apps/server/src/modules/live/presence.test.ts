import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('who has a record open on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.dispose())

  /** Somebody, and what they hear of a record that their tab says it has open. */
  const person = async () => {
    const { token, userId } = await app.signIn('owner')
    const open = async (record: string, tab = 'tab') => {
      const body = { tab, open: { area: 'bills', record } }
      const answer = await app.call('live.presence', { token, body })
      expect(answer.status).toBe(200)
      return answer.body.data.others.map(({ _id }: { _id: string }) => _id) as string[]
    }
    return { userId, open }
  }
  /** All that tabs have said of a record was said so many seconds ago. */
  const age = (record: string, seconds: number) =>
    sql`update presence set seen_at = now() - make_interval(secs => ${seconds})
      where record_id = ${record}`.execute(app.db)

  test('a tab that has said nothing for half a minute is gone', async () => {
    const [record = ''] = await create(app.db, 'bills', {})
    const [here, there] = [await person(), await person()]
    await there.open(record)
    await age(record, 20)
    expect(await here.open(record)).toEqual([there.userId])
    await age(record, 31)
    expect(await here.open(record)).toEqual([])
    expect(await there.open(record)).toEqual([here.userId])
  })

  test('what was said before the clock was set back is no sign of anybody', async () => {
    const [record = ''] = await create(app.db, 'bills', {})
    const [here, there] = [await person(), await person()]
    await there.open(record)
    await age(record, -40)
    expect(await here.open(record)).toEqual([])
  })

  test('of more tabs that went than are forgotten at once, nobody is there', async () => {
    const [record = ''] = await create(app.db, 'bills', {})
    const [here, there] = [await person(), await person()]
    await there.open(record)
    await sql`insert into presence (session_id, tab, area, record_id, editing)
      select session_id, n::text, area, record_id, editing from presence, generate_series(1, 250) as n
      where record_id = ${record}`.execute(app.db)
    await age(record, 31)
    expect(await here.open(record)).toEqual([])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from presence where record_id = ${record}`.execute(app.db)
    // So that the test is about those that are still kept.
    expect(rows[0]?.n).toBeGreaterThan(100)
  })
})
