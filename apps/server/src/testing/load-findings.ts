import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { write } from '../db/write/write.ts'
import { newId } from '../ids.ts'
import type { Load, SentChange, SentJob } from './load.ts'
import { askServer, type ServerProcess } from './process.ts'

/**
 * Compares what clients asked for with what the audit log tells: what was acknowledged is there
 * exactly once, everything else once or not at all.
 * @returns what is wrong, each a sentence
 */
export async function loadFindings(
  db: Db,
  { changes, deletions, followUps, imports, refusals }: Load,
): Promise<string[]> {
  const { rows } = await sql<{ what: string; n: number }>`
    select coalesce(after ->> 'name', action || ' ' || record_id) as what, count(*) as n
    from audit_entries where area in ('categories', 'users') and record_id is not null
    group by 1 union all
    select action || ' of post ' || record_id, count(*) from audit_entries
    where area = 'posts' and record_id is not null group by 1 union all
    select row ->> 'title', count(*) from audit_entries
    cross join json_array_elements(records) as row where area = 'tasks' group by 1 union all
    select after ->> 'title', count(*) from audit_entries
    where area = 'tasks' and record_id is not null group by 1
  `.execute(db)
  const told = new Map(rows.map(({ what, n }) => [what, n]))
  const asked = new Map<string, { least: number; most: number }>()
  const expectOnce = (what: string, acknowledged: boolean) => {
    const { least, most } = asked.get(what) ?? { least: 0, most: 0 }
    asked.set(what, { least: least + (acknowledged ? 1 : 0), most: most + 1 })
  }
  for (const { does, marker, acknowledged } of changes) {
    expectOnce(entryOf(does, marker), acknowledged)
  }
  for (const { about, acknowledged } of deletions) {
    for (const id of about) expectOnce(`delete of post ${id}`, acknowledged)
  }
  for (const { does, about, acknowledged } of followUps) {
    for (const id of about) expectOnce(`${does} of post ${id}`, acknowledged)
  }
  for (const { about, acknowledged } of imports) {
    for (const title of about) expectOnce(title, acknowledged)
  }
  const wrong = [...asked].flatMap(([what, { least, most }]) => {
    const n = told.get(what) ?? 0
    return n >= least && n <= most ? [] : [`${what}: ${n} entries, not ${least} to ${most}`]
  })
  return [
    ...refusals,
    ...wrong,
    ...(await jobFindings(db, [...deletions, ...followUps, ...imports])),
  ]
}

const entryOf = (does: SentChange['does'], marker: string): string =>
  does === 'create' || does === 'edit' ? marker : `${does} ${marker}`

/** Each job that was acknowledged has ended, and has done all of its work once. */
async function jobFindings(db: Db, sent: readonly SentJob[]): Promise<string[]> {
  const jobs = await db.selectFrom('jobs').select(['id', 'status', 'reason', 'changed']).execute()
  const open = jobs.filter(({ status }) => status !== 'done')
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return [
    ...open.map(({ id, status, reason }) => `job ${id} is ${status}: ${reason}`),
    ...sent.flatMap(({ job, about }) => {
      const changed = job === undefined ? about.length : byId.get(job)?.changed
      return changed === about.length ? [] : [`job ${job} changed ${changed} of ${about.length}`]
    }),
  ]
}

/** Makes posts for jobs to delete, told of in one entry. @returns their ids */
export async function makeLoadPosts(db: Db, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({ id: newId(), text: `Post ${n}` }))
  await write(db, { system: 'setup', batch: newId() }, ({ insert }) => insert('posts', rows))
  return rows.map(({ id }) => id)
}

/** Has every job end; one that was stopped since its server ended too often is resumed by its person. */
export async function endJobs(server: ServerProcess, token: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const path = 'admin/jobs?status=waiting&status=running&status=stopped'
    const { jobs } = await askServer(server, 'GET', path, { token })
    if (jobs.length === 0) return
    for (const { _id, status } of jobs) {
      if (status === 'stopped')
        await askServer(server, 'PUT', `admin/jobs/${_id}/resume`, { token })
    }
    await wait(100)
  }
}

const acknowledgedOf = (all: readonly { acknowledged: boolean }[]) =>
  `${all.filter(({ acknowledged }) => acknowledged).length} of ${all.length}`

/** What was asked for and how it went, in one line. */
export const summaryOf = ({ changes, deletions, followUps, imports, figures }: Load): string =>
  `acknowledged ${acknowledgedOf(changes)} changes, ${acknowledgedOf(deletions)} jobs, ${acknowledgedOf(followUps)} purges and undos of them, ${acknowledgedOf(imports)} imports; slowest answer ${Math.round(figures.slowestMs)} ms; answers by status ${JSON.stringify(figures.statuses)}`
