import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { neighbourhoodOf } from '../authentication/sign-in-origin.ts'
import { hashToken, newToken } from '../authentication/tokens.ts'
import { keepFlow, takeFlow } from './flows.store.ts'

describe.each(oneEngine)('sign-ins under way on %s', (engine) => {
  let database: TestDatabase
  const provider = newId()
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    await sql`insert into identity_providers (id, name, issuer, client_id)
      values (${provider}, 'Campus', 'https://idp.example.com', 'steward')`.execute(
      database.connection.db,
    )
  })
  afterAll(() => database.dispose())

  let second = 0
  const begin = async (ip: string, max: number) => {
    const { db } = database.connection
    const state_hash = hashToken(newToken())
    const network = neighbourhoodOf(ip)
    await keepFlow(
      db,
      {
        state_hash,
        network,
        provider_id: provider,
        purpose: 'sign_in',
        binding_hash: state_hash,
        nonce: 'nonce',
        verifier: state_hash,
        session_id: null,
        return_to: '/',
      },
      max,
    )
    // Each a second after the one before.
    second += 1
    await sql`update openid_flows
      set started_at = now() - interval '5 minutes' + make_interval(secs => ${second})
      where state_hash = ${state_hash}`.execute(db)
    return state_hash
  }
  const isUnderWay = async (state: Buffer) =>
    (await takeFlow(database.connection.db, state)) !== undefined

  test('class: one network that begins sign-ins without end ends none of another', async () => {
    const early = [await begin('192.0.2.7', 10), await begin('2001:db8:2::1', 10)]
    const flood: Buffer[] = []
    for (let i = 0; i < 30; i += 1) {
      flood.push(await begin(`2001:db8:1:${i}::1`, 10))
    }
    const { rows } = await sql`select 1 from openid_flows`.execute(database.connection.db)
    expect(rows).toHaveLength(10)
    for (const state of early) expect(await isUnderWay(state)).toBe(true)
    // Of its own, the latest stay.
    const left: boolean[] = []
    for (const state of flood) left.push(await isUnderWay(state))
    expect(left.lastIndexOf(false)).toBe(21)
    expect(left.filter(Boolean)).toHaveLength(8)
  })
})
