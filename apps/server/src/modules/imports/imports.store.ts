import type { BodyOf } from '@steward/contract/calls/endpoints'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import {
  queryAll,
  queryChangesOne,
  queryColumn,
  queryExists,
  queryFirst,
} from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Via } from '../../db/write/audit.ts'
import { conflict, problemsOf } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import type { BadRow } from '../../importer/parse/read-batches.ts'
import type { ImportCounts } from '../../importer/write/run.ts'
import { keptWords } from '../jobs/running.store.ts'
import { reasonSent } from './options.ts'

export type ImportRow = Selectable<Tables['imports']>

export async function keepImport(db: Db, file: Omit<ImportRow, 'created_at'>): Promise<ImportRow> {
  return await db.insertInto('imports').values(file).returningAll().executeTakeFirstOrThrow()
}

export const findImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  queryFirst(db)<ImportRow>`select * from imports where id = ${id}`

/** Whether a job works on a file or can be resumed with it. */
export const isInUse = (db: Db, id: string): Promise<boolean> =>
  queryExists(db)`
    select 1 from jobs where import_id = ${id} and status in ('waiting', 'running', 'paused') limit 1
  `

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Locks a file until the transaction ends, so that one job at a time begins with it; throws a Failure `conflict`. */
export async function lockIdleImport(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`select 1 from imports where id = ${id} for update`.execute(tx)
  if (await isInUse(tx, id)) throw conflict('This file is already being imported.')
}

export async function createImportJob(
  tx: Transaction<Tables>,
  file: ImportRow,
  by: { id: string; via?: Via | null | undefined },
  action: 'import' | 'check',
  options: BodyOf<'imports.preview'>,
): Promise<string> {
  const id = newId()
  await sql`
    insert into jobs (id, area, action, started_by, via, total, import_id, options)
    values (${id}, ${file.area}, ${action}, ${by.id},
      ${JSON.stringify(by.via ?? null)}::jsonb, 0, ${file.id}, ${JSON.stringify(options)}::jsonb)
  `.execute(tx)
  return id
}

export interface WrittenBefore {
  added: number
  overwritten: number
}

export async function countWritten(db: Db, job: string): Promise<WrittenBefore> {
  const counted = await queryFirst(db)<WrittenBefore>`
    select count(*) filter (where imported_at >= jobs.created_at) as added,
      count(*) filter (where imported_at < jobs.created_at) as overwritten
    from imported_rows join jobs on jobs.id = job_id where job_id = ${job}
  `
  return counted ?? { added: 0, overwritten: 0 }
}

/** Notes progress beyond earlier runs; renews the lease and returns whether it still holds. */
export async function noteImport(
  db: Db,
  job: string,
  runner: string,
  leaseMs: number,
  before: WrittenBefore,
  { read, added, already, conflicts, overwritten, bad, bytes }: ImportCounts,
): Promise<boolean> {
  const written = before.added + before.overwritten
  return await queryChangesOne(db)`
    update jobs set total = ${read}, changed = ${written + added + overwritten},
      unchanged = ${Math.max(0, already - written) + conflicts}, failed = ${bad}, bytes = ${bytes},
      conflicts = ${conflicts + before.overwritten + overwritten},
      has_report = ${bad + conflicts > 0}, updated_at = now(),
      starts_without_progress =
        case when ${bytes} > most_bytes then 0 else starts_without_progress end,
      most_bytes = greatest(most_bytes, ${bytes}),
      lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    where id = ${job} and runner = ${runner} and status = 'running'
  `
}

export async function clearBadRows(db: Db, job: string): Promise<void> {
  await db.deleteFrom('job_failures').where('job_id', '=', job).execute()
}

export async function keepBadRows(db: Db, job: string, rows: readonly BadRow[]): Promise<void> {
  const failures = rows.map(({ line, reasons, cells }) => ({
    line,
    bad_row: cells ? { line, reasons: reasons.map(reasonSent), cells } : null,
    ...keptWords(problemsOf(reasons.map(({ field, reason }) => ({ path: field, msg: reason })))),
  }))
  await sql`
    insert into job_failures (job_id, n, name, message, translatable, bad_row)
    select ${job}, line, 'Line ' || line, message, translatable, bad_row
    from json_to_recordset(${JSON.stringify(failures)}::json)
      as f (line bigint, message text, translatable jsonb, bad_row jsonb)
    on conflict do nothing
  `.execute(db)
}

/** The files of a storage without an open job that are older than so many days, and whose jobs ended as long ago. */
export const findOldImports = (db: Db, serverId: string, days: number): Promise<string[]> =>
  queryColumn(db)`
    select id from imports
    where server_id = ${serverId} and created_at < now() - make_interval(days => ${days}::int)
      and not exists (
        select 1 from jobs where import_id = imports.id
          and (status in ('waiting', 'running', 'paused') or ended_at > now() - make_interval(days => ${days}::int))
      )
  `

export async function keptImports(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(await queryColumn(db)`select id from imports where id = any(${ids}::uuid[])`)
}

/** A person's files on a server, oldest first; `idle` ones have had no job for the given time. */
export async function findOwnImports(db: Db, serverId: string, person: string, idleMs: number) {
  const since = sql`clock_timestamp() - make_interval(secs => ${idleMs / 1000})`
  return await queryAll(db)<{ id: string; idle: boolean }>`
    select id, created_at < ${since} and not exists (
      select 1 from jobs where import_id = imports.id
        and (status in ('waiting', 'running', 'paused') or updated_at > ${since})
    ) as idle
    from imports where user_id = ${person} and server_id = ${serverId} order by created_at
  `
}
