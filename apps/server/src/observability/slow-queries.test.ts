import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openConnection } from '../db/connection/connection.ts'
import { withRequestComment } from '../db/connection/sql-comment.ts'
import { shownStatement } from '../db/connection/statements.ts'
import { onBehalfOf } from '../request-context.ts'
import { openTestDatabase, usualEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { startTestApp } from '../testing/server.ts'

test('a slow statement is logged with its request and route, and without a value', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const app = await startTestApp(usualEngine, { slowQueryMs: 0.000_1 }, { logger })
  try {
    const { token } = await app.signIn('owner')
    const [id = ''] = await create(app.db, 'bills', { number: 'Slow-1' })
    const body = { data: { notes: 'word of a note' } }
    const answer = await app.call('bills.update', { token, params: { id }, body })
    expect(answer.status).toBe(200)
    const slow = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow query')
    const own = slow.filter(({ reqId }) => reqId === answer.headers['x-request-id'])
    const update = own.find(({ statement }) => /^with changed as \( update "?bills/.test(statement))
    expect(update).toMatchObject({
      route: '/api/admin/bills/:id',
      rows: 1,
      statement: expect.stringContaining('$1'),
      ms: expect.any(Number),
    })
    const text = JSON.stringify(slow)
    for (const secret of [id, 'word of a note', token]) expect(text).not.toContain(secret)
  } finally {
    await app.dispose()
  }
})

test('a shown statement has no literal and an end', () => {
  expect(shownStatement("select  'it''s', 12.5,\n $1, t1 from \"x2\" where a = 'open")).toBe(
    'select ?, ?, $1, t1 from "x2" where a = ?',
  )
  expect(shownStatement('x'.repeat(100_000))).toHaveLength(2_000)
})

test.runIf(usualEngine === 'postgresql')(
  'a statement names its request in a comment where that is switched on',
  async () => {
    const database = await openTestDatabase(usualEngine)
    const commented = await openConnection(database.config, { comments: true })
    const ofQuery = sql<{ query: string }>`
      select query from pg_stat_activity where pid = pg_backend_pid()`
    try {
      const request = { id: 'r-1', routeOptions: { url: '/api/admin/bills/:id' } }
      const comment = "/*request='r-1',route='%2Fapi%2Fadmin%2Fbills%2F%3Aid'*/"
      for (let n = 0; n < 4; n += 1) {
        const { rows } = await onBehalfOf(request, () => ofQuery.execute(commented.db))
        expect(rows[0]?.query.endsWith(comment)).toBe(true)
      }
      const { rows } = await ofQuery.execute(commented.db)
      expect(rows[0]?.query).not.toContain('/*')
      const ended = onBehalfOf({ id: 'r-2', routeOptions: { url: '/a*/*' } }, () =>
        withRequestComment('select 1'),
      )
      expect(ended.match(/\*\//g)).toHaveLength(1)
    } finally {
      await commented.close()
      await database.dispose()
    }
  },
)
