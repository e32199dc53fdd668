import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type { AuditClient, AuditDoor } from '@steward/contract/audit-log/audit-log.routes'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../ids.ts'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { isCounted } from '../counts/counted.ts'
import { forceTwoPhaseCommit } from '../distribution/citus.ts'
import {
  type AuditEvent,
  auditAreaOf,
  type BatchEntry,
  type Change,
  type Line,
  lineOf,
  lineOfEvent,
} from './audit-lines.ts'
import type { Loan } from './loan.ts'
import type { Scope } from './scope.ts'
import { recordUndos } from './undo-depth.ts'

interface Origin {
  address?: string | null
  client?: AuditClient
  /** The way of the change; the API by default. */
  through?: AuditDoor
  /** The id of a job or an import. */
  batch?: string
  /** The time of the change in ISO 8601; only for the past of the demonstration. */
  at?: string
  /** The reason that the person typed. */
  reason?: string | null
  /** The key with which it was done, the proposal that it carries out, and the consent that it needed. */
  via?: Via | null
  /** The loans by which the call was let through, outside of whose records nothing may change (`loans.ts`). */
  lent?: readonly Loan[] | null
}

/** As an audit entry keeps it (contract, AuditEntry). */
export type Via = NonNullable<AuditEntry['via']>

type System =
  | 'trash'
  | 'setup'
  | 'registration'
  | 'demonstration'
  | 'seed'
  | 'import'
  | 'command line'
  | 'webhooks'
  | 'erasure'
  | 'loans'

/** Who acts: a person (null before sign-in) with the role, or a part of Steward. */
export type Actor = Origin &
  ({ user: string | null; role?: string; scope?: Scope | null } | { system: System })

const doors: Record<System, AuditDoor> = {
  trash: 'job',
  setup: 'setup',
  demonstration: 'setup',
  registration: 'api',
  seed: 'command line',
  import: 'import',
  'command line': 'command line',
  webhooks: 'job',
  erasure: 'job',
  loans: 'job',
}

export interface Done {
  changes: Change[]
  batches: BatchEntry[]
  events: AuditEvent[]
  /** Whether the entry of the only change was written with it. */
  isWritten: boolean
}

/** Writes the audit entries of changes in the same transaction. */
export async function writeAudit(
  tx: Db,
  actor: Actor,
  { changes, batches, events }: Omit<Done, 'isWritten'>,
) {
  const lines = [
    ...changes.flatMap((change) => lineOf(change, actor.reason)),
    ...events.map((event) => lineOfEvent(event)),
  ]
  const isCountedToo = [...changes, ...batches].some(({ table }) => isCounted(table))
  if (isDistributed(tx) && !isCountedToo) await forceTwoPhaseCommit(tx)
  const batch = actor.batch ?? (lines.length + batches.length > 1 ? newId() : null)
  if (lines.length > 0) await writeLines(tx, actor, batch, lines)
  for (const each of batches) await writeBatchEntry(tx, actor, batch, each)
}

/** Writes an audit entry that belongs to no write of records. */
export const auditEvent = (db: Db, actor: Actor, event: AuditEvent): Promise<void> =>
  writeAudit(db, actor, { changes: [], batches: [], events: [event] })

/** SQL for who acts, always one row. */
const whoActs = (actor: Actor) => sql`
  (select 1) as one
  left join users as person on person.id = ${'user' in actor ? actor.user : null}::uuid
  left join roles as acting on acting.id =
    coalesce(${'user' in actor ? (actor.role ?? null) : null}::uuid, person.role_id)`

const originOf = (actor: Actor, batch: string | null) => sql`
  coalesce(${actor.at ?? null}::timestamptz, clock_timestamp()),
  person.id, person.name, acting.id, acting.name,
  ${actor.through ?? ('system' in actor ? doors[actor.system] : 'api')}::text,
  ${actor.address ?? null}::text, ${actor.client ?? null}::text, ${batch}::uuid,
  ${actor.via ? JSON.stringify(actor.via) : null}::jsonb`

const originColumns = sql`
  at, actor_id, actor_name, role_id, role_name, through, address, client, batch, via`

/** Inserts entries, with their ids and what they undo; `which` may hold them back. */
export function insertLines(
  actor: Actor,
  batch: string | null,
  lines: readonly Line[],
  which = sql``,
): RawBuilder<{ id: number; undoes: number | null }> {
  const columns = Object.keys(lines[0] ?? {})
  return sql`
    insert into audit_entries (${originColumns}, ${sql.join(columns.map((each) => sql.ref(each)))})
    select ${originOf(actor, batch)}, ${sql.join(columns.map((each) => sql.ref(`line.${each}`)))}
    from ${whoActs(actor)}
    cross join json_populate_recordset(null::audit_entries, ${JSON.stringify(lines)}::json)
      with ordinality as line
    ${which} order by line.ordinality
    returning id, undoes
  `
}

async function writeLines(tx: Db, actor: Actor, batch: string | null, lines: readonly Line[]) {
  const { rows } = await insertLines(actor, batch, lines).execute(tx)
  const undos = rows.flatMap(({ id, undoes }) => (undoes === null ? [] : [id]))
  if (undos.length > 0) await recordUndos(tx, undos)
}

async function writeBatchEntry(
  tx: Db,
  actor: Actor,
  batch: string | null,
  { table, personTypes, ids, rows }: BatchEntry,
): Promise<void> {
  await sql`
    with entry as (
      insert into audit_entries (${originColumns}, action, area, person_types, records, record_count)
      select ${originOf(actor, batch)}, 'create', ${auditAreaOf(table)}, ${personTypes}::text[],
        ${rows}::json, ${ids.length}::int
      from ${whoActs(actor)}
      returning id
    )
    insert into audit_batch_records (record_id, entry_id, place)
    select record.id, entry.id, record.place - 1
    from entry cross join unnest(${ids}::uuid[]) with ordinality as record (id, place)
  `.execute(tx)
}
