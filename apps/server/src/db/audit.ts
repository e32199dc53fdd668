import { kebabOf, listOf } from '@steward/contract/area-lists'
import type { AreaName, ListName } from '@steward/contract/areas'
import type {
  AuditAction,
  AuditArea,
  AuditClient,
  AuditDoor,
} from '@steward/contract/audit-log.routes'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users'
import { sql } from 'kysely'
import { newId } from '../ids.ts'
import type { Db } from './connection.ts'
import type { RecordTable } from './tables.ts'
import { keepUndos } from './undos.ts'

/** From where somebody acts, and what belongs together. */
interface Origin {
  /** The network address of a caller. */
  address?: string | null
  /** By what the request was made, where there is one. */
  client?: AuditClient
  /** Through which door; the API's unless given. */
  through?: AuditDoor
  /** Names what belongs together: a job, an import. */
  batch?: string
  /** When, in ISO 8601, where that isn't now: what the demonstration tells of the days before it. */
  at?: string
  /** Why, in the words of who acts; stands with every change. */
  reason?: string | null
}

/** Parts of Steward that change something of themselves. */
type System =
  | 'trash'
  | 'setup'
  | 'registration'
  | 'demonstration'
  | 'seed'
  | 'import'
  | 'command line'

/** Who does something: a person signed in, as which role, nobody yet, or a part of Steward by its name. */
export type Actor = Origin & ({ user: string | null; role?: string } | { system: System })

/** What a write did to one record: `before` is null for a new one, `after` for one that is gone. */
export interface Change {
  table: RecordTable
  before: object | null
  after: object | null
  /** The entry that it takes back. */
  undoes?: number
  /** Where a category stood among its siblings and stands now, which its entry tells in place of its sort key. */
  places?: Places
  /** Columns that other records had before it, by their ids, where no entry of theirs tells of it. */
  beside?: Readonly<Record<string, object>>
}

/** Places before and after a change, from 0. */
interface Places {
  before: number | undefined
  after: number | undefined
}

/** New records of one batch, told in one entry; people of one type alone. */
export interface Frame {
  table: RecordTable
  personTypes: UserType[] | null
  ids: readonly string[]
  /** Their rows, as a JSON array. */
  rows: string
}

/** What is told beside changes of records: a sign-in, an export, another password. Never a secret. */
export interface AuditEvent {
  action: AuditAction
  area: AuditArea
  /** Null as the `_id` where there is no such record, or many. */
  record?: { id: string | null; title: string }
  /** What happened, in a few words, where no field tells. */
  detail?: string
  before?: object
  after?: object
  /** Of people, of which types they are: who may not list all of these is told nothing. */
  personTypes?: readonly UserType[] | null
}

/** An entry as it is written. */
interface Line {
  action: AuditAction
  area: AuditArea
  person_types: readonly UserType[] | null
  record_id: string | null
  title: string | null
  before: object | null
  after: object | null
  detail: string | null
  undoes: number | null
  untold: object | null
}

/** The area of a table's records, and the column that names one to people. */
const told: Record<RecordTable, { area: AreaName; title: string }> = {
  roles: { area: 'roles', title: 'name' },
  users: { area: 'users', title: 'name' },
  categories: { area: 'categories', title: 'name' },
  posts: { area: 'posts', title: 'text' },
  events: { area: 'events', title: 'title' },
  polls: { area: 'polls', title: 'title' },
  tasks: { area: 'tasks', title: 'title' },
  bills: { area: 'bills', title: 'number' },
  shopping_posts: { area: 'shoppingPosts', title: 'title' },
}

/** The columns that name a record to people, by the area. */
const titles = new Map(
  Object.values(told).map(({ area, title }) => [kebabOf(area) as AuditArea, title]),
)

/** The area of a table's records, as the audit log names it. */
export const auditAreaOf = (table: RecordTable): AuditArea => kebabOf(told[table].area) as AuditArea

/**
 * Of which types the people are that rows tell of: a change of the type concerns both.
 * @param rows of one record, or of several; null where there is none
 * @returns null for records of other areas
 */
export function personTypesOf(
  table: RecordTable,
  rows: readonly (object | null)[],
): UserType[] | null {
  if (table !== 'users') return null
  const types = rows.flatMap((row) => (row ? [(row as { type: UserType }).type] : []))
  return [...new Set(types)].sort()
}

/** Of which types the people of a list are; null for a list of other records. */
export function personTypesIn(list: ListName): UserType[] | null {
  const submodules = listOf(list).needs.map(({ submodule }) => submodule as string)
  const types = userTypes.filter((type) => submodules.includes(userSubmodule[type]))
  return types.length > 0 ? types : null
}

/** Columns that the database makes of others, and those that are nothing of the record that people are told. */
const untold = new Set([
  'search',
  'tree_key',
  'priority_rank',
  'version',
  'updated_at',
  'last_active_at',
  'imported',
])

const doors: Record<System, AuditDoor> = {
  trash: 'job',
  setup: 'setup',
  demonstration: 'setup',
  registration: 'api',
  seed: 'command line',
  import: 'import',
  'command line': 'command line',
}

/**
 * Writes what was done into the audit log, in the transaction in which it was done.
 * @param changes one entry each, but for those that change nothing anybody is told of
 * @param frames one entry each, from which every record's own history has its line
 */
export async function writeAudit(
  tx: Db,
  actor: Actor,
  changes: readonly Change[],
  { frames = [], events = [] }: { frames?: readonly Frame[]; events?: readonly AuditEvent[] } = {},
): Promise<void> {
  const lines = [
    ...changes.flatMap((change) => lineOf(change, actor.reason)),
    ...events.map(lineOfEvent),
  ]
  const batch = actor.batch ?? (lines.length + frames.length > 1 ? newId() : null)
  if (lines.length > 0) await writeLines(tx, actor, batch, lines)
  for (const frame of frames) await writeFrame(tx, actor, batch, frame)
}

/** Writes one event outside of a write, such as a sign-in that failed. */
export const auditEvent = (db: Db, actor: Actor, event: AuditEvent): Promise<void> =>
  writeAudit(db, actor, [], { events: [event] })

function lineOf(
  { table, before, after, undoes, beside, places }: Change,
  reason: string | null = null,
): Line[] {
  const action = actionOf(table, before, after)
  if (!action) return []
  const record = (after ?? before) as Record<string, unknown>
  // A deletion tells all that is deleted, as its creation did.
  const whole = before === null || after === null || action === 'delete'
  const columns = whole ? undefined : changedColumnsOf(before, after)
  // Below another category, the same place is another one.
  if (columns?.includes('parent_id') && !columns.includes('position')) columns.push('position')
  return [
    {
      action: undoes === undefined ? action : 'undo',
      area: auditAreaOf(table),
      person_types: personTypesOf(table, [before, after]),
      record_id: String(record['id']),
      title: titleOf(auditAreaOf(table), record),
      before: before && toldOf(before, columns, places?.before),
      after: action === 'delete' ? null : after && toldOf(after, columns, places?.after),
      detail: reason,
      undoes: undoes ?? null,
      untold: untoldOf(before, { beside, key: places && keyIn(before ?? after, columns) }),
    },
  ]
}

/** What nobody is told of, and a record's past needs all the same. */
const keptUntold = ['version', 'updated_at', 'last_active_at']

function untoldOf(
  before: object | null,
  { beside, key }: { beside: Change['beside']; key: object | undefined },
): object | null {
  const kept = Object.entries(before ?? {}).filter(([column]) => keptUntold.includes(column))
  if (kept.length === 0 && !beside && !key) return null
  return { ...Object.fromEntries(kept), ...key, ...(beside && { beside }) }
}

/** The sort key of a category whose place is told. */
function keyIn(row: object | null, columns: readonly string[] | undefined): object | undefined {
  if (!row || columns?.includes('position') === false) return undefined
  return { position: (row as { position: number }).position }
}

const lineOfEvent = (event: AuditEvent): Line => ({
  action: event.action,
  area: event.area,
  person_types: event.personTypes ?? null,
  record_id: event.record?.id ?? null,
  title: event.record ? clipped(event.record.title) : null,
  before: event.before ?? null,
  after: event.after ?? null,
  detail: event.detail ?? null,
  undoes: null,
  untold: null,
})

/** Columns that go with a status, and don't make another change of its change. */
const besideStatus = new Set([
  'status',
  'shopping_feed_status',
  'paid_at',
  'issued_at',
  'closes_at',
  'email_confirmed',
])

/** What a change is called; undefined where nothing changed that anybody is told of. */
function actionOf(
  table: RecordTable,
  before: object | null,
  after: object | null,
): AuditAction | undefined {
  if (!before) return 'create'
  if (!after) return 'purge'
  const changed = changedColumnsOf(before, after)
  if (changed.length === 0) return undefined
  if (isDeleted(table, after) !== isDeleted(table, before)) {
    return isDeleted(table, after) ? 'delete' : 'restore'
  }
  if (changed.every((column) => column === 'image')) return 'image'
  if (changed.includes('reports_handled')) return 'keep'
  const status = changed.some((column) => column.endsWith('status'))
  return status && changed.every((column) => besideStatus.has(column)) ? 'status' : 'update'
}

/** Roles are deleted by their status. */
function isDeleted(table: RecordTable, row: object): boolean {
  const { status, deleted_at } = row as { status?: string; deleted_at?: string | null }
  return table === 'roles' ? status === 'deleted' : (deleted_at ?? null) !== null
}

function changedColumnsOf(before: object, after: object): string[] {
  const now = after as Record<string, unknown>
  return Object.entries(before).flatMap(([column, value]) =>
    untold.has(column) || JSON.stringify(value) === JSON.stringify(now[column]) ? [] : [column],
  )
}

function toldOf(row: object, columns?: readonly string[], place?: number): object {
  const placed = place === undefined ? row : { ...row, position: place }
  const entries = Object.entries(placed).filter(([column]) => !untold.has(column))
  return Object.fromEntries(
    columns ? entries.filter(([column]) => columns.includes(column)) : entries,
  )
}

/** A title, at most 200 characters; a sign of two UTF-16 units, such as an emoji, is never cut in half, which no JSON can hold. */
const clipped = (title: string): string => title.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '')

/** What a record is called in the audit log, at most 200 characters. */
export const titleOf = (area: AuditArea, row: Record<string, unknown>): string =>
  clipped(String(row[titles.get(area) ?? ''] ?? ''))

/** Who acts, as the database knows them now; one row always. */
const whoActs = (actor: Actor) => sql`
  (select 1) as one
  left join users as person on person.id = ${'user' in actor ? actor.user : null}::uuid
  left join roles as acting on acting.id =
    coalesce(${'user' in actor ? (actor.role ?? null) : null}::uuid, person.role_id)`

const originOf = (actor: Actor, batch: string | null) => sql`
  coalesce(${actor.at ?? null}::timestamptz, clock_timestamp()),
  person.id, person.name, acting.id, acting.name,
  ${actor.through ?? ('system' in actor ? doors[actor.system] : 'api')}::text,
  ${actor.address ?? null}::text, ${actor.client ?? null}::text, ${batch}::uuid`

const originColumns = sql`
  at, actor_id, actor_name, role_id, role_name, through, address, client, batch`

async function writeLines(
  tx: Db,
  actor: Actor,
  batch: string | null,
  lines: readonly Line[],
): Promise<void> {
  const { rows } = await sql<{ id: number; undoes: number | null }>`
    insert into audit_entries (${originColumns},
      action, area, person_types, record_id, title, before, after, detail, undoes, untold)
    select ${originOf(actor, batch)},
      line.action, line.area, line.person_types, line.record_id, line.title, line.before, line.after, line.detail,
      line.undoes, line.untold
    from ${whoActs(actor)}
    cross join rows from (json_to_recordset(${JSON.stringify(lines)}::json) as (
      action text, area text, person_types text[], record_id uuid, title text, before jsonb, after jsonb, detail text,
      undoes bigint, untold jsonb
    )) with ordinality as line (
      action, area, person_types, record_id, title, before, after, detail, undoes, untold, place)
    order by line.place
    returning id, undoes
  `.execute(tx)
  const undos = rows.filter(({ undoes }) => undoes !== null)
  if (undos.length > 0) {
    await keepUndos(
      tx,
      undos.map(({ id }) => id),
    )
  }
}

async function writeFrame(
  tx: Db,
  actor: Actor,
  batch: string | null,
  { table, personTypes, ids, rows }: Frame,
): Promise<void> {
  await sql`
    with entry as (
      insert into audit_entries (${originColumns}, action, area, person_types, records, record_count)
      select ${originOf(actor, batch)}, 'create', ${auditAreaOf(table)}, ${personTypes}::text[],
        ${rows}::json, ${ids.length}::int
      from ${whoActs(actor)}
      returning id
    )
    insert into audit_frame_records (record_id, entry_id, place)
    select record.id, entry.id, record.place - 1
    from entry cross join unnest(${ids}::uuid[]) with ordinality as record (id, place)
  `.execute(tx)
}
