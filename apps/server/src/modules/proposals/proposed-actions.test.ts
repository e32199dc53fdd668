import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, createAgent, proposeName, setBounds } from '../../testing/agents.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('proposals from start to undo on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const agentWith = async (...grants: string[]) => {
    const agent = await createAgent(app, token, ...grants, proposeName)
    await setBounds(app, token, agent)
    return agent
  }
  const ask = async (secret: string, name: string, args: object) => {
    const { tool, close } = await connectAgent(app, secret)
    try {
      return await tool(name, args)
    } finally {
      await close()
    }
  }
  const refusal = async (secret: string, name: string, args: object) => {
    const { isError, data } = await ask(secret, name, { reason: 'Because', ...args })
    return [isError, data.code, data.message]
  }
  const propose = async (secret: string, name: string, args: object) => {
    const { isError, data, text } = await ask(secret, name, { reason: 'Because', ...args })
    if (isError) throw new Error(text)
    return data
  }
  const approve = async (id: string) => {
    const { status, body } = await app.call('proposals.approve', {
      token,
      params: { id },
      body: {},
    })
    expect([status, body.message]).toEqual([200, expect.stringMatching(/^Approved/)])
    return await jobEnd(app, token, body.data.job._id)
  }
  const undo = async (id: string) => {
    const { status, body } = await app.call('jobs.undo', { token, params: { id } })
    expect(status).toBe(201)
    return await jobEnd(app, token, body.data._id)
  }

  test('of another role: who has it after it, and the former one after the undo', async () => {
    const agent = await agentWith(
      ...['list', 'update'].map((each) => `Users · Admins · ${each}`),
      'Operations · Bills · list',
    )
    const [before, after] = [
      await createRole(app.db, []),
      await createRole(app.db, granting('Operations · Bills · list')),
    ]
    const more = await createRole(app.db, granting('Operations · Bills · delete'))
    const [admin = ''] = await create(app.db, 'users', {
      type: 'admin',
      email: 'moved@example.com',
      role_id: before,
    })
    const roleOf = async () => {
      const { body } = await app.call('users.details', { token, params: { id: admin } })
      return body.data.role._id
    }
    const { proposal, records } = await propose(agent.secret, 'propose_users_role', {
      ids: [admin],
      role: after,
    })
    expect(proposal).toMatchObject({
      action: 'role',
      patch: { role: after },
      count: 1,
      people: 1,
      irreversible: { sessions: 0 },
    })
    expect(records).toMatchObject([
      { _id: admin, before: { role: { _id: before } }, after: { role: { _id: after } } },
    ])
    expect(await roleOf()).toBe(before)
    const job = await approve(proposal._id)
    expect(job).toMatchObject({ changed: 1, failed: 0 })
    expect(await roleOf()).toBe(after)
    expect(await undo(job._id)).toMatchObject({ changed: 1 })
    expect(await roleOf()).toBe(before)
    // An agent proposes no power that its own role doesn't have.
    const beyond = await refusal(agent.secret, 'propose_users_role', { ids: [admin], role: more })
    expect(beyond.slice(0, 2)).toEqual([true, 'not_permitted'])
    expect(await roleOf()).toBe(before)
  })

  test('to keep reported posts: nobody waits for a decision after it, and somebody does after the undo', async () => {
    const agent = await agentWith(
      ...['list', 'delete'].map((each) => `Community · Feed posts · ${each}`),
    )
    const [post = '', unreported = ''] = await create(
      app.db,
      'posts',
      { text: 'Fine', report_count: 3 },
      {},
    )
    const open = async () => {
      const { body } = await app.call('posts.details', { token, params: { id: post } })
      return body.data.openReportCount
    }
    const { proposal, records } = await propose(agent.secret, 'propose_posts_keep', { ids: [post] })
    expect(proposal).toMatchObject({ action: 'keep', count: 1 })
    expect(records).toMatchObject([
      { _id: post, before: { reportsHandled: 0 }, after: { reportsHandled: 3 } },
    ])
    expect(await open()).toBe(3)
    const job = await approve(proposal._id)
    expect(job).toMatchObject({ changed: 1, failed: 0 })
    expect(await open()).toBe(0)
    const { body } = await app.call('posts.details', { token, params: { id: post } })
    expect(body.data.deletedAt ?? null).toBeNull()
    expect(await undo(job._id)).toMatchObject({ changed: 1 })
    expect(await open()).toBe(3)
    expect(await refusal(agent.secret, 'propose_posts_keep', { ids: [unreported] })).toEqual([
      true,
      'conflict',
      'There is nothing to change. It may already be done.',
    ])
  })

  test('to keep reported posts leave one that is reported again since', async () => {
    const agent = await agentWith(
      ...['list', 'delete'].map((each) => `Community · Feed posts · ${each}`),
    )
    const [post = ''] = await create(app.db, 'posts', { report_count: 1 })
    const { proposal } = await propose(agent.secret, 'propose_posts_keep', { ids: [post] })
    await sql`update posts set report_count = 2, updated_at = now() where id = ${post}`.execute(
      app.db,
    )
    expect(await approve(proposal._id)).toMatchObject({ changed: 0, failed: 1 })
    const { body } = await app.call('posts.details', { token, params: { id: post } })
    expect(body.data.openReportCount).toBe(2)
  })
})
