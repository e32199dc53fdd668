import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { newId } from '../../ids.ts'
import { signInAs } from '../../testing/accounts.ts'
import { usualEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import { type OpenidProvider, startOpenidProvider } from '../../testing/openid-provider.ts'
import { addProvider, finishFlow, signInAt, startFlow } from '../../testing/provider-sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { createSession } from '../authentication/begin-session.store.ts'
import { signInOriginOf } from '../authentication/sign-in-origin.ts'

// Needs transactions that stand beside each other.
describe.skipIf(usualEngine === 'embedded')('what waits for an identity provider', () => {
  let provider: OpenidProvider
  let t: TestApp
  let owner: Awaited<ReturnType<typeof signInAs>>
  let id: string
  let ann: string
  beforeAll(async () => {
    provider = await startOpenidProvider()
    t = await startTestApp(usualEngine, {
      privateNetworks: readNetworks('127.0.0.0/8') ?? [],
      publicUrl: 'https://staff.example.com',
    })
    owner = await signInAs(t, 'owner')
    const role = await createRole(t.db, [])
    ;({ id } = await addProvider(t, owner.token, provider, {
      groupRoles: [
        { group: 'staff', role },
        { group: 'owners', role: owner.roleId },
      ],
      admission: [{ claim: null, value: 'staff', status: 'active' }],
    }))
    await sql`insert into scim_providers (provider_id) values (${id})`.execute(t.db)
    const verified = { email_verified: true }
    Object.assign(provider.people, {
      ann: { ...verified, name: 'Ann', email: 'ann@example.com', groups: ['staff'] },
      ada: { ...verified, name: 'Ada', email: owner.email, groups: ['owners'] },
    })
    await provider.refresh()
    const { body } = await signInAt(t, { provider: id, login: 'ann', browser: provider.browser() })
    ann = body.data.admin._id
  })
  afterAll(async () => {
    await t.dispose()
    await provider.stop()
  })

  /** What a call comes to that waits for a row of one table, while it must not hold another row. */
  async function waiting<R>(
    call: () => Promise<R>,
    row: { table: string; id: string },
    free: { table: string; id: string },
  ): Promise<R> {
    const { answer } = await t.db.transaction().execute(async (tx) => {
      const key = sql.ref(row.table === 'scim_providers' ? 'provider_id' : 'id')
      await sql`select 1 from ${sql.table(row.table)} where ${key} = ${row.id} for update`.execute(
        tx,
      )
      const answer = call()
      answer.catch(() => {})
      const waits = async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
        return rows[0]?.n
      }
      await expect.poll(waits).toBe(1)
      await sql`select 1 from ${sql.table(free.table)} where id = ${free.id} for update nowait`.execute(
        tx,
      )
      return { answer }
    })
    return await answer
  }
  const forProvider = <R>(call: () => Promise<R>, user: string) =>
    waiting(call, { table: 'identity_providers', id }, { table: 'users', id: user })

  test('a sign-in holds nobody meanwhile', async () => {
    const flow = await startFlow(t, id)
    const back = await provider.browser().signIn(flow.url, 'ann')
    expect((await forProvider(() => finishFlow(t, flow, back), ann)).status).toBe(200)
  })

  test('a session that begins holds nobody meanwhile', async () => {
    const session = {
      id: newId(),
      token_hash: Buffer.alloc(32),
      user_id: ann,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    }
    const proof = { provider: id, subject: 'somebody else' }
    const origin = signInOriginOf({ mac: () => Buffer.alloc(32) }, { ip: '::1', userAgent: null })
    const begin = () => createSession(t.db, session, proof, origin, async () => {})
    expect(await forProvider(begin, ann)).toBeNull()
  })

  test('a link of one’s own account holds nobody meanwhile', async () => {
    const { token } = owner
    const { data } = (
      await t.call('openid.startOwn', {
        token,
        body: { provider: id, purpose: 'link', returnTo: '/' },
      })
    ).body
    const back = await provider.browser().signIn(data.url, 'ada')
    const body = { provider: id, binding: data.binding, parameters: back.search }
    const link = () => t.call('openid.finishOwn', { token, body })
    expect((await forProvider(link, owner.id)).status).toBe(200)
  })

  test('a change of the provider holds nobody meanwhile, nor the provider while SCIM writes', async () => {
    const rename = (name: string) => () =>
      t.call('identityProviders.update', {
        token: owner.token,
        params: { id },
        body: { name },
      })
    expect((await forProvider(rename('College'), owner.id)).status).toBe(200)
    const provisioning = { table: 'scim_providers', id }
    const free = { table: 'identity_providers', id }
    expect((await waiting(rename('School'), provisioning, free)).status).toBe(200)
  })

  test('its deletion holds nobody meanwhile', async () => {
    const remove = () => t.call('identityProviders.delete', { token: owner.token, params: { id } })
    expect((await forProvider(remove, owner.id)).status).toBe(200)
  })
})
