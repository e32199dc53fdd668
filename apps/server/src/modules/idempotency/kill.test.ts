import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { killedServers } from '../../testing/killed-server.ts'
import { askServer, type ServerProcess, testOwner } from '../../testing/process.ts'

describe.each(oneEngine)('a server that is killed on %s', (engine) => {
  const { prepare, start } = killedServers(engine)

  test('before the answer is kept has made the change once, and the retry hears so', async () => {
    await prepare(async ({ connection: { db } }) => {
      // Keeping the answer takes so long that the kill comes before it.
      await sql`
        create function linger() returns trigger language plpgsql as
        $$ begin perform pg_sleep(300); return new; end $$`.execute(db)
      await sql`
        create trigger lingers before insert or update on idempotency_keys for each row
        when (new.status is not null) execute function linger()`.execute(db)
    })

    const key = randomUUID()
    const body = { name: 'Made once', email: 'once@example.com', type: 'member' }
    const send = async (to: ServerProcess, token: string) => {
      const answer = await fetch(`${to.url()}/api/admin/user/create`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { code?: string }
    }
    const first = await start()
    const { token } = await askServer(first, 'POST', 'auth/admin-login', { body: testOwner })
    await send(first, token)
    await first.stop('SIGKILL')

    const second = await start()
    expect((await send(second, token)).code).toBe('already_done')
    const { users } = await askServer(second, 'GET', 'admin/users/list?search=once@example.com', {
      token,
    })
    expect(users).toHaveLength(1)
  })
})
