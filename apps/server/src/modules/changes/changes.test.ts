import { text } from 'node:stream/consumers'
import { auditEntry } from '@steward/contract/audit-log/audit-log'
import { cursorHeader } from '@steward/contract/changes/changes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '../../db/write/audit.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('changes on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string }
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
  })
  afterAll(() => app.dispose())

  const read = async (query: Record<string, string> = {}, token = owner.token) => {
    const answer = await app.app.inject({
      method: 'GET',
      url: `/api/admin/changes?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${token}` },
      payloadAsStream: true,
    })
    const sent = await text(answer.stream())
    const lines = sent.split('\n').filter((line) => line !== '')
    return {
      status: answer.statusCode,
      type: answer.headers['content-type'],
      cursor: String(answer.headers[cursorHeader.toLowerCase()] ?? ''),
      next: /<(.*)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1],
      entries:
        answer.statusCode === 200 ? lines.map((line) => JSON.parse(line)) : [JSON.parse(sent)],
    }
  }
  /** Reads from a cursor to the end, as a warehouse does. */
  const readAll = async (from?: string, more: Record<string, string> = {}, token?: string) => {
    const ids: string[] = []
    let after = from
    for (;;) {
      const page = await read({ ...more, ...(after && { after }) }, token)
      ids.push(...page.entries.map(({ _id }) => _id))
      after = page.cursor
      if (!page.next) return { ids, cursor: after }
      expect(new URL(page.next).searchParams.get('after')).toBe(after)
    }
  }
  const written = async () => {
    const { rows } = await sql<{ id: number }>`select id from audit_entries order by id`.execute(
      app.db,
    )
    return rows.map(({ id }) => String(id))
  }
  const sealed = async () => {
    const all = await written()
    await expect.poll(async () => (await readAll()).ids.length).toBe(all.length)
  }

  test('the whole log comes in pages, each entry once and as the audit log shows it', async () => {
    await create(app.db, 'bills', ...Array.from({ length: 30 }, () => ({})))
    await sealed()
    const { ids } = await readAll(undefined, { limit: '7' })
    expect(new Set(ids)).toEqual(new Set(await written()))
    expect(ids).toHaveLength(new Set(ids).size)
    const { type, entries } = await read({ limit: '1000' })
    expect(type).toBe('application/x-ndjson')
    for (const { cursor, ...entry } of entries) {
      expect(cursor).toMatch(/^\d+\.\d+$/)
      auditEntry.parse(entry)
    }
    const { body } = await app.call('auditLog.list', { token: owner.token, query: { limit: 100 } })
    const byId = new Map(entries.map(({ cursor: _, ...entry }) => [entry._id, entry]))
    for (const shown of body.data.entries) expect(byId.get(shown._id)).toEqual(shown)
  })

  // The embedded engine has one transaction at a time.
  test.skipIf(engine === 'embedded')(
    'a transaction that commits after later ones is not skipped',
    async () => {
      await sealed()
      const { cursor } = await readAll()
      const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>()
      const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
      const late = '00000000-0000-7000-8000-000000000001'
      const slow = app.db.transaction().execute(async (tx) => {
        const record = { id: late, title: 'Late' }
        await auditEvent(tx, { user: owner.userId }, { area: 'bills', action: 'comment', record })
        begun()
        await mayCommit
      })
      await isBegun
      const [early = ''] = await create(app.db, 'bills', {})
      const recordsAfter = async (from: string) =>
        (await read({ after: from })).entries.map(({ record }) => record?._id)
      await expect.poll(() => recordsAfter(cursor)).toEqual([early])
      const between = (await read({ after: cursor })).cursor
      commit()
      await slow
      await expect.poll(() => recordsAfter(between)).toEqual([late])
      expect(await recordsAfter(cursor)).toEqual([early, late])
    },
  )

  test('what one may not see is left out, and the cursor goes past it', async () => {
    const staff = await app.signIn(named('System · Audit log · list', 'Operations · Tasks · list'))
    await create(app.db, 'bills', {}, {})
    const [task] = await create(app.db, 'tasks', {})
    await create(app.db, 'bills', {})
    await sealed()
    const { entries, cursor } = await read({ limit: '1000' }, staff.token)
    expect(new Set(entries.map(({ area }) => area))).toEqual(new Set(['tasks']))
    expect(entries.at(-1).record._id).toBe(task)
    expect((await read({ after: cursor }, staff.token)).entries).toEqual([])
    expect(cursor).toBe((await readAll()).cursor)
    const bills = await read({ limit: '1000', area: 'bills', action: 'create' })
    expect(new Set(bills.entries.map(({ area, action }) => `${area} ${action}`))).toEqual(
      new Set(['bills create']),
    )
  })

  test('it needs the permission to list the audit log, and a cursor of its own', async () => {
    const staff = await app.signIn(named('Operations · Bills · list'))
    expect((await read({}, staff.token)).status).toBe(403)
    for (const after of ['1', 'x', '1.2.3', '-1.0', '9999999999999.1'])
      expect((await read({ after })).status, after).toBe(422)
    expect((await read({ limit: '1001' })).status).toBe(422)
    expect((await read({ after: '999999999.0' })).entries).toEqual([])
  })
})
