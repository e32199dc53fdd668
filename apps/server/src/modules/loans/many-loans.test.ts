import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { engines } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const list = 'Operations · Bills · list'
const remove = 'Operations · Bills · delete'

describe.each(engines)('many loans on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.dispose())

  test('show a colleague those that wait and the latest of the others, up to a limit', async () => {
    const borrower = await app.signIn(named(list))
    const colleague = await app.signIn(named(list, remove))
    const [bill = ''] = await create(app.db, 'bills', {})
    const insert = (ids: readonly string[], status: string, hoursAgo: number) =>
      sql`
      insert into loans (id, user_id, area, module, submodule, action, record_ids, reason, minutes, one_use,
        status, created_at, expires_at)
      select id, ${borrower.userId}, 'bills', 'Operations', 'Bills', 'delete', array[${bill}::uuid], 'Duplicates', 60, false,
        ${status}, now() - make_interval(hours => ${hoursAgo}), now() + interval '1 hour'
      from unnest(${ids}::uuid[]) as id`.execute(app.db)
    const [waiting, oldest] = [newId(), newId()]
    await insert([waiting], 'asked', 20)
    await insert(Array.from({ length: 500 }, newId), 'declined', 2)
    await insert([oldest], 'declined', 10)
    const shownTo = async (token: string, query: object) => {
      const { body } = await app.call('loans.list', {
        token,
        query: { sort: 'createdAt', ...query },
      })
      const [first] = body.data.loans
      return [body.data.pagination.total, first?._id]
    }
    const { token } = colleague
    expect(await shownTo(token, {})).toEqual([500, waiting])
    expect(await shownTo(token, { status: 'declined' })).toEqual([
      499,
      expect.not.stringContaining(oldest),
    ])
    expect(await shownTo(token, { tab: 'decide' })).toEqual([1, waiting])
    expect((await app.call('loans.own', { token })).body.data.toDecide).toBe(1)
    expect(await shownTo(borrower.token, {})).toEqual([502, waiting])
  })
})
