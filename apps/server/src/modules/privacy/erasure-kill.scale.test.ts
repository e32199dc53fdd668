import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { rebuildCounters } from '../../db/counts/verify.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { killedServers } from '../../testing/killed-server.ts'
import { askServer, testOwner } from '../../testing/process.ts'
import { atScale } from '../../testing/scale.ts'
import { sealEntries } from '../audit-log/seals.store.ts'
import { verifyAuditLog } from '../audit-log/verify.ts'

const posts = atScale ? 20_000 : 2_000
const kills = atScale ? 8 : 2
const name = 'Wilhelmina Ødegård'

describe.each(oneEngine)('an erasure on %s', (engine) => {
  const { prepare, start, between } = killedServers(engine)

  test('goes on after any number of kills, with nothing done twice and nothing left', async () => {
    const person = await prepare(async ({ connection: { db } }) => {
      const [person = ''] = await create(db, 'users', { name, email: 'w.odegard@harbour.example' })
      await sql`
        insert into posts (id, author_id, text) select gen_random_uuid(), ${person}, 'By ' || ${name}
        from generate_series(1, ${posts})`.execute(db)
      await rebuildCounters(db)
      // What they did, and what an erasure takes from the log.
      await sql`
        insert into audit_entries (through, action, area, actor_id, actor_name, address)
        select 'api', 'export', 'bills', ${person}::uuid, ${name}, '198.51.100.9'
        from generate_series(1, ${posts})`.execute(db)
      return person
    })

    let running = await start()
    const { token } = await askServer(running, 'POST', 'auth/admin-login', { body: testOwner })
    const job = await askServer(running, 'POST', `admin/privacy/people/${person}/erasure`, {
      token,
      body: { content: 'delete', reason: 'Asked for it', name },
    })
    const past = async (count: number) => {
      for (;;) {
        const { changed, status } = await askServer(running, 'GET', `admin/jobs/${job._id}`, {
          token,
        })
        if (status === 'done' || changed >= count) return { changed, status }
        await new Promise((done) => setTimeout(done, 10))
      }
    }
    const seen: string[] = []
    for (let kill = 1; kill <= kills; kill += 1) {
      seen.push((await past((2 * posts * kill) / (kills + 2))).status)
      await running.stop('SIGKILL')
      running = await start()
    }
    expect((await past(Number.POSITIVE_INFINITY)).status).toBe('done')
    // The kills came while it ran, or this says nothing.
    expect(seen).not.toContain('done')
    await running.stop()

    await between(async ({ connection: { db } }) => {
      const { rows } = await sql`
      select (select count(*) from posts where author_id = ${person}) as posts,
        (select count(*) from users where id = ${person}) as people,
        (select sum(coalesce(record_count, 1)) from audit_entries where area = 'posts' and action = 'purge') as purged,
        (select (counts ->> 'posts')::int from erased_people where id = ${person}) as noted,
        (select count(*) from audit_entries where actor_name = ${name} or address = '198.51.100.9') as named,
        (select count(*) from (
          select key, path from audit_entries, jsonb_each(internal -> 'erased'), jsonb_array_elements(value) as path
          where action = 'erase' group by key, path having count(*) > 1) as twice) as twice`.execute(
        db,
      )
      expect(rows).toEqual([
        { posts: 0, people: 0, purged: posts, noted: posts, named: 0, twice: 0 },
      ])
      while ((await sealEntries(db, 10_000)) > 0);
      expect((await verifyAuditLog(db)).findings.map(String)).toEqual([])
    })
  }, 600_000)
})
