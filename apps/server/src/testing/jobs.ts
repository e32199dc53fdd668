import type { Job } from '@steward/contract/jobs/jobs'
import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { rebuildCounters } from '../db/counts/verify.ts'
import type { TestApp } from './server.ts'

/** Makes many posts in one statement, with ids that sort by their time. @returns their ids */
export async function makePosts(db: Db, count: number, text: string): Promise<string[]> {
  const made = await sql<{ id: string }>`
    insert into posts (id, text)
    select overlay(gen_random_uuid()::text placing lpad(to_hex(n), 8, '0') from 1 for 8)::uuid,
      ${text} || ' ' || n
    from generate_series(1, ${count}) as n
    returning id
  `.execute(db)
  await rebuildCounters(db)
  return made.rows.map((row) => row.id)
}

/** Waits until a job is at rest. @throws {Error} where that takes a minute */
export async function jobEnd(app: TestApp, token: string, id: string): Promise<Job> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { status, body } = await app.call('jobs.details', { token, params: { id } })
    // On a machine that is busy with other things, the server may ask for patience.
    if (status !== 200 && status !== 503) throw new Error(JSON.stringify(body))
    if (status === 200 && !['waiting', 'running'].includes(body.data.status)) return body.data
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the job does not end')
}
