import { areas as contract } from '@steward/contract/areas/areas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const { roles, users, ...others } = contract
const names = Object.keys(others) as (keyof typeof others)[]

describe.each(oneEngine)('the details of one record on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const moment = async (): Promise<string> => {
    await new Promise((go) => setTimeout(go, 5))
    const at = new Date().toISOString()
    await new Promise((go) => setTimeout(go, 5))
    return at
  }

  test.each(names)(
    '%s: as the list has it, deleted too, as of then, and not purged',
    async (name) => {
      const table = areas.all.find((area) => area.name === name)?.listing.table as 'posts'
      const [id = ''] = await create(app.db, table, {})
      const asOf = await moment()
      const call = (action: 'delete' | 'purge') =>
        app.call(`${name}.${action}`, { token, params: { id } })
      const details = (query: object = {}, of = id) =>
        app.call(`${name}.details`, { token, params: { id: of }, query: { ...query } })

      const list = (await app.call(`${name}.list`, { token, query: { limit: 100 } })).body.data
      const rows: { _id: string }[] = Array.isArray(list)
        ? list
        : (Object.values(list).find(Array.isArray) ?? [])
      const there = await details()
      mustFitContract(`${name}.details`, there.body)
      expect(there.body.data).toEqual(rows.find((row) => row._id === id))

      await call('delete')
      const deleted = await details()
      mustFitContract(`${name}.details`, deleted.body)
      expect(deleted.body.data).toMatchObject({ _id: id, deletedAt: expect.any(String) })
      expect((await details({ asOf })).body.data).toEqual(there.body.data)

      await call('purge')
      const gone = await details()
      expect(gone.status).toBe(404)
      expect(gone.body.message).toMatch(
        /^There is no such .*\. It may have been deleted permanently\.$/,
      )
      expect((await details({}, 'nobody')).status).toBe(404)
      expect((await details({ asOf: '2001-01-01' })).status).toBe(422)
    },
  )
})
