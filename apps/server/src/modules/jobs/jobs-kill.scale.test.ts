import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openConnection } from '../../db/connection/connection.ts'
import { citusUrl } from '../../testing/citus.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { makePosts } from '../../testing/jobs.ts'
import {
  askServer,
  type ServerProcess,
  serveDatabase,
  testOwner,
  untilReady,
} from '../../testing/process.ts'
import { atScale } from '../../testing/scale.ts'

const posts = atScale ? 100_000 : 3_000
const kills = atScale ? 8 : 1

describe.each(oneEngine)('a job on %s', (engine) => {
  let database: TestDatabase | undefined
  let server: ServerProcess | undefined
  afterEach(async () => {
    await server?.stop('SIGKILL')
    await database?.dispose()
  })

  // It kills by a trigger, which Citus refuses.
  test.skipIf(citusUrl)(
    'outlives any number of kills, with nothing done twice and nothing left out',
    async () => {
      database = await openTestDatabase(engine)
      const { db } = database.connection
      await makePosts(db, posts, 'to go')
      // Counts how often each post is touched, whoever touches it.
      await sql`create table touches (id uuid, at timestamptz default clock_timestamp())`.execute(
        db,
      )
      await sql`
      create function note_touch() returns trigger language plpgsql as
      $$ begin insert into touches (id) values (new.id); return null; end $$`.execute(db)
      await sql`
      create trigger touched after update on posts for each row execute function note_touch()
    `.execute(db)
      await database.connection.close()

      const start = async (made: TestDatabase) => {
        const started = await serveDatabase(made)
        server = started
        await untilReady(started)
        return started
      }
      let running = await start(database)
      const { token } = await askServer(running, 'POST', 'auth/admin-login', { body: testOwner })
      const job = await askServer(running, 'POST', 'admin/jobs', {
        token,
        body: { area: 'posts', action: 'delete', all: { query: { search: 'to go' } } },
      })
      expect(job.total).toBe(posts)

      const seen: number[] = []
      const past = async (count: number) => {
        for (;;) {
          const { changed, status } = await askServer(running, 'GET', `admin/jobs/${job._id}`, {
            token,
          })
          if (status === 'done' || changed >= count) return changed
          await new Promise((done) => setTimeout(done, 10))
        }
      }
      for (let kill = 1; kill <= kills; kill += 1) {
        const changed = await past((posts * kill) / (kills + 2) + Math.random() * 300)
        seen.push(changed)
        await running.stop('SIGKILL')
        running = await start(database)
      }
      expect(await past(posts)).toBe(posts)
      const end = await askServer(running, 'GET', `admin/jobs/${job._id}`, { token })
      expect(end).toMatchObject({ changed: posts, unchanged: 0, failed: 0 })
      // The kills came while it ran, or this says nothing.
      expect(seen.every((changed) => changed > 0 && changed < posts)).toBe(true)
      await running.stop()

      database.connection = await openConnection(database.config)
      const counted = await sql<{ once: number; ids: number; left: number }>`
      select (select count(*) from touches) as once, (select count(distinct id) from touches) as ids,
        (select count(*) from posts where deleted_at is null) as left
    `.execute(database.connection.db)
      expect(counted.rows[0]).toEqual({ once: posts, ids: posts, left: 0 })
      // The counter, which lists and dashboards count by, agrees.
      const counter = await sql<{ n: number }>`
      select sum(n)::bigint as n from current_counters where area = 'posts' and facets ->> 'deleted' = 'true'
    `.execute(database.connection.db)
      expect(counter.rows[0]?.n).toBe(posts)
    },
    600_000,
  )
})
