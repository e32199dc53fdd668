import { areas, type BulkArea } from '@steward/contract/areas/areas'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RecordTable, tableOf } from '../../db/schema/tables.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

/** People are changed under rules of their own: `modules/users/users.bulk.test.ts`. */
type ContentArea = Exclude<BulkArea, 'users'>
type Table = Exclude<RecordTable, 'roles' | 'users'>

const cases = Object.entries(jobActions).flatMap(([area, actions]) =>
  area === 'users'
    ? []
    : Object.keys(actions).map((action) => ({ area: area as ContentArea, action })),
)

const before = '2020-01-01T00:00:00.000Z'
const unknown = '00000000-0000-7000-8000-000000000000'

describe.each(oneEngine)('jobs on ids of deleted records on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const rowsOf = async (table: Table, ids: readonly string[]) => {
    const rows = await app.db
      .selectFrom(table as 'bills')
      .select(['id', 'deleted_at', 'updated_at'])
      .where('id', 'in', ids)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id))
  }
  const statusOf = async (table: Table, id: string) => {
    const rows = await app.db
      .selectFrom(table as 'bills')
      .select('status')
      .where('id', '=', id)
      .execute()
    return rows[0]?.status
  }
  const run = async (body: object) => {
    const started = await app.call('jobs.create', { token, body })
    expect([started.status, started.body.errors]).toEqual([201, undefined])
    const job = await jobEnd(app, token, started.body.data._id)
    const { body: answer } = await app.call('jobs.failures', { token, params: { id: job._id } })
    return { job, failures: answer.data.failures }
  }

  test.each(cases)('$action of $area', async ({ area, action }) => {
    const table = tableOf(area)
    const { one: what, statuses } = areas[area]
    const [from, to] = statuses
    const status = action === 'status' ? { status: from as 'due' } : {}
    const made = await create(
      app.db,
      table,
      { ...status, updated_at: before },
      { ...status, updated_at: before, deleted_at: before },
    )
    const [live = '', deleted = ''] = made
    const patch = action === 'status' ? { patch: { status: to } } : {}
    const { job, failures } = await run({
      area,
      action,
      ids: [live, deleted, unknown],
      ...patch,
    })
    const [liveRow, deletedRow] = await rowsOf(table, made)
    const translated = (template: string) => ({
      template,
      params: { record: { template: what, params: {} } },
      errors: [],
    })
    const absent = {
      _id: unknown,
      name: null,
      message: `There is no such ${what}.`,
      ...translated('There is no such {record}.'),
    }

    if (action === 'delete') {
      expect(job).toMatchObject({ total: 3, changed: 1, unchanged: 1, failed: 1 })
      expect(failures).toEqual([absent])
      expect(Date.parse(liveRow?.deleted_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
      expect(deletedRow).toMatchObject({ deleted_at: before, updated_at: before })
    } else if (action === 'restore') {
      expect(job).toMatchObject({ total: 3, changed: 1, unchanged: 1, failed: 1 })
      expect(failures).toEqual([absent])
      expect(liveRow).toMatchObject({ deleted_at: null, updated_at: before })
      expect(deletedRow?.deleted_at).toBeNull()
      expect(deletedRow?.updated_at).not.toBe(before)
    } else if (action === 'purge') {
      expect(job).toMatchObject({ total: 3, changed: 1, unchanged: 0, failed: 2, canUndo: false })
      const refused = `This ${what} is not deleted. Delete it first.`
      const named = expect.stringMatching(/./)
      expect(failures).toHaveLength(2)
      expect(failures).toContainEqual(absent)
      expect(failures).toContainEqual({
        _id: live,
        name: named,
        message: refused,
        ...translated('This {record} is not deleted. Delete it first.'),
      })
      expect(liveRow).toMatchObject({ deleted_at: null, updated_at: before })
      expect(deletedRow).toBeUndefined()
    } else {
      expect(['status', 'keep']).toContain(action)
      // A post without reports has nothing to be kept from.
      const changed = action === 'keep' ? 0 : 1
      expect(job).toMatchObject({ total: 3, changed, unchanged: 1 - changed, failed: 2 })
      expect(failures).toEqual([
        absent,
        {
          _id: deleted,
          name: expect.stringMatching(/./),
          message: `The ${what} was deleted.`,
          errors: [],
          // What is said of posts that are kept is the same for all.
          ...(action === 'status' && translated('The {record} was deleted.')),
        },
      ])
      if (action === 'status') {
        expect(await statusOf(table, live)).toBe(to)
        expect(await statusOf(table, deleted)).toBe(from)
      }
      expect(deletedRow).toMatchObject({ deleted_at: before, updated_at: before })
      // Once more: the live one has it already.
      const again = await run({ area, action, ids: [live], ...patch })
      expect(again.job).toMatchObject({ changed: 0, unchanged: 1, failed: 0 })
    }
  })
})
