import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/database.ts'
import { granting, named } from '../../testing/grants.ts'
import { jobEnd, makePosts } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(engines)('the undo of a job on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.dispose())

  test('needs the permission of its action as it is now, not as it was when the job began', async () => {
    const owner = await app.signIn('owner')
    const { token, roleId } = await app.signIn(named('Community · Feed posts · delete'))
    const permit = async (...names: string[]) => {
      const body = { _id: roleId, permissions: granting(...names) }
      expect((await app.call('roles.update', { token: owner.token, body })).status).toBe(200)
    }
    const ids = await makePosts(app.db, 2, 'spam')
    const body = { area: 'posts', action: 'delete', ids }
    const begun = await app.call('jobs.create', { token, body })
    const params = { id: begun.body.data._id as string }
    expect(await jobEnd(app, token, params.id)).toMatchObject({ changed: 2 })
    const undo = () => app.call('jobs.undo', { token, params })
    const jobs = async () => (await app.call('jobs.list', { token })).body.data.jobs.length

    await permit('Community · Feed posts · list', 'Community · Shopping posts · delete')
    const refused = await undo()
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    expect(refused.body.message).toContain('Community · Feed posts · delete')
    expect(await jobs()).toBe(1)

    await permit('Community · Feed posts · delete')
    const taken = await undo()
    expect(taken.status).toBe(201)
    mustFitContract('jobs.undo', taken.body)
    const done = await jobEnd(app, token, taken.body.data._id)
    expect(done).toMatchObject({ status: 'done', action: 'restore', changed: 2 })
  })
})
