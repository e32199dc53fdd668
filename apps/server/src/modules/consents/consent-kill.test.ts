import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { keyHeader } from '@steward/contract/calls/idempotency'
import { consentHeader } from '@steward/contract/consents/consent-header'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUp } from '../../setup.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin } from '../../testing/factories.ts'
import { killedServers } from '../../testing/killed-server.ts'
import { askServer, type ServerProcess, testOwner } from '../../testing/process.ts'

/** A trigger at which a server stays, so that it is killed there. */
const stays = {
  /** The transaction of the claim is about to commit. */
  claim: sql`
    create constraint trigger lingers after update on consents deferrable initially deferred for each row
    when (new.status = 'used') execute function linger()`,
  /** The transaction of the change is about to commit. */
  change: sql`
    create constraint trigger lingers after delete on bills deferrable initially deferred for each row
    execute function linger()`,
  /** All is committed, and the answer is not yet kept. */
  answer: sql`
    create trigger lingers before insert or update on idempotency_keys for each row
    when (new.status is not null) execute function linger()`,
}

describe.each(oneEngine)('a server that is killed on %s', (engine) => {
  const { prepare, start, between } = killedServers(engine)

  /** Has a server killed where it stays while it carries out what was agreed to, and starts another. */
  const killed = async (at: keyof typeof stays) => {
    const { bill, second } = await prepare(async (made) => {
      const { db } = made.connection
      await setUp(made.connection, {
        ...made.config,
        ownerEmail: testOwner.email,
        ownerPassword: testOwner.password,
      })
      const [bill = ''] = await create(db, 'bills', { deleted_at: '2026-01-01T00:00:00.000Z' })
      const { rows } = await sql<{ id: string }>`select id from roles where system`.execute(db)
      const second = await createAdmin(db, rows[0]?.id ?? '')
      await sql`update consent_rules set purge = true`.execute(db)
      await sql`
        create function linger() returns trigger language plpgsql as
        $$ begin perform pg_sleep(300); return new; end $$`.execute(db)
      await stays[at].execute(db)
      return { bill, second }
    })

    const first = await start()
    const { token } = await askServer(first, 'POST', 'auth/admin-login', { body: testOwner })
    const other = await askServer(first, 'POST', 'auth/admin-login', { body: second })
    const body = { call: 'bills.purge', params: { id: bill }, reason: 'Entered twice' }
    const { _id: consent } = await askServer(first, 'POST', 'admin/consents', { token, body })
    const of = `admin/consents/${consent}`
    await askServer(first, 'PUT', `${of}/agree`, { token: other.token, body: {} })

    const key = randomUUID()
    const purge = async (from: ServerProcess, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${from.url()}/api/admin/bills/${bill}/purge`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, [consentHeader]: consent, ...headers },
      })
      return answer.status
    }
    const answered = purge(first, { [keyHeader]: key }).catch(() => null)
    const early = await Promise.race([answered, wait(3_000, 'waits')])
    await first.stop('SIGKILL')
    await between(async ({ connection }) => {
      // A server of PostgreSQL works on for whoever has gone, until it tells them.
      if (engine === 'postgresql') {
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(connection.db)
      }
      await sql`drop function linger cascade`.execute(connection.db)
    })
    const running = await start()
    const found = async () => {
      const { consent: seen } = await askServer(running, 'GET', of, { token })
      const { bills } = await askServer(running, 'GET', 'admin/bills?deleted=only', { token })
      return { status: seen.status, bills: bills.length }
    }
    return { early, found, again: () => purge(running) }
  }

  test.each(['claim', 'change'] as const)(
    'before the commit of the %s has done nothing, and the consent can still be used',
    async (at) => {
      const { early, found, again } = await killed(at)
      expect(early).toBe('waits')
      expect(await found()).toEqual({ status: 'agreed', bills: 1 })
      expect(await again()).toBe(200)
      expect(await found()).toEqual({ status: 'used', bills: 0 })
    },
  )

  test('after the commit has done it once, and the consent is used', async () => {
    const { early, found, again } = await killed('answer')
    expect(early).toBe(200)
    expect(await found()).toEqual({ status: 'used', bills: 0 })
    expect(await again()).not.toBe(200)
    expect(await found()).toEqual({ status: 'used', bills: 0 })
  })
})
