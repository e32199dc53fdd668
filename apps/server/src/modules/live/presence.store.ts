import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { UserType } from '@steward/contract/users/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst } from '../../db/connection/query.ts'
import { where, withIds } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { type RecordTable, recordTables } from '../../db/schema/tables.ts'
import { auditAreaOf } from '../../db/write/audit-lines.ts'

/** The seconds without a report after which a tab counts as closed. */
const keptSeconds = 30

/** Whether a report is recent; one in the future dates from before the clock was set back. */
const isRecent = sql<boolean>`(
  presence.seen_at > now() - make_interval(secs => ${sql.lit(keptSeconds)})
  and presence.seen_at < now() + make_interval(secs => ${sql.lit(keptSeconds)}))`

export interface OpenRecord {
  area: AuditArea
  record: string
  type: UserType | null
}

/** A person with a record open; without `_id`, all those together whom the reader may not list. */
type PresentPerson = DataOf<'live.presence'>['others'][number]

export async function findOpenable(
  db: Db,
  table: RecordTable,
  { area, record }: Pick<OpenRecord, 'area' | 'record'>,
  scope: ReadScope | null,
): Promise<OpenRecord | undefined> {
  const type = table === 'users' ? sql`t.type` : sql`null`
  const found = await queryFirst(db)<{ type: UserType | null }>`
    select ${type} as type from ${sql.table(table)} as t
    ${where([withIds([record]), ...(scope?.seen(table, current) ?? [])])}
  `
  return found && { area, record, type: found.type }
}

/** Whether a record is among the rows that a scope lets see. */
export async function isSeen(
  db: Db,
  { area, record }: Pick<OpenRecord, 'area' | 'record'>,
  scope: ReadScope | null,
): Promise<boolean> {
  const table = recordTables.find((each) => auditAreaOf(each) === area)
  if (!scope || !table || scope.seen(table, current).length === 0) return true
  return (await findOpenable(db, table, { area, record }, scope)) !== undefined
}

type Noted = Pick<OpenRecord, 'area' | 'record'>

/** Notes what a tab has open and deletes old reports; returns records whose presence changed. */
export async function notePresence(
  db: Db,
  session: string,
  tab: string,
  open: (Noted & { editing: boolean }) | null,
): Promise<OpenRecord[]> {
  return await db.transaction().execute(async (tx) => {
    const was = await queryFirst(tx)<Noted & { editing: boolean }>`
      select area, record_id as record, editing from presence
      where session_id = ${session} and tab = ${tab} for update
    `
    const gone = await queryAll(tx)<Noted>`
      delete from presence where (session_id, tab) in (
        select session_id, tab from presence
        where not ${isRecent}
        limit 100 for update skip locked
      )
      returning area, record_id as record
    `
    if (!open) {
      await sql`delete from presence where session_id = ${session} and tab = ${tab}`.execute(tx)
      return await withTypes(tx, [...gone, ...(was ? [was] : [])])
    }
    await sql`
      insert into presence (session_id, tab, area, record_id, editing)
      values (${session}, ${tab}, ${open.area}, ${open.record}, ${open.editing})
      on conflict (session_id, tab) do update set area = excluded.area,
        record_id = excluded.record_id, editing = excluded.editing, seen_at = now()
    `.execute(tx)
    const same = was?.area === open.area && was.record === open.record
    if (same && was.editing === open.editing) return await withTypes(tx, gone)
    return await withTypes(tx, [...gone, ...(was && !same ? [was] : []), open])
  })
}

async function withTypes(tx: Db, noted: readonly Noted[]): Promise<OpenRecord[]> {
  const users = noted.filter(({ area }) => area === 'users').map(({ record }) => record)
  const found =
    users.length > 0 &&
    (await queryAll(tx)<{ id: string; type: UserType }>`
      select id, type from users where id = any(${users}::uuid[])`)
  const types = new Map(found ? found.map(({ id, type }) => [id, type]) : [])
  return noted.map(({ area, record }) => ({ area, record, type: types.get(record) ?? null }))
}

/** Everybody else who has a record open, by name; `reader` has the types of users they may list. */
export async function presentAt(
  db: Db,
  { area, record }: Noted,
  reader: { id: string; types: readonly UserType[]; scope: ReadScope | null },
): Promise<PresentPerson[]> {
  const seen = reader.scope?.seen('users', current) ?? []
  const mayList = sql<boolean>`(person.type = any(${reader.types}::text[]) and exists (
    select 1 from (select person.id as asked) as one join users as t on t.id = one.asked ${where(seen)}))`
  return await queryAll(db)<PresentPerson>`
    select case when ${mayList} then person.id end as _id,
      case when ${mayList} then person.name else 'A colleague' end as name,
      case when ${mayList} then person.image end as image,
      bool_or(presence.editing) as editing
    from presence
    join sessions as session on session.id = presence.session_id
    join users as person on person.id = session.user_id
    where presence.area = ${area} and presence.record_id = ${record} and person.id <> ${reader.id}
      and ${isRecent}
    group by 1, 2, 3
    order by 1 is null, 2, 1 limit 20
  `
}

/** Notifies other servers of the records that were opened or left. */
export async function announcePresence(db: Db, opened: readonly OpenRecord[]): Promise<void> {
  for (const { area, record, type } of opened.slice(0, 50)) {
    const payload = [area, record, type ?? ''].join(' ')
    await sql`select pg_notify('steward_presence', ${payload})`.execute(db)
  }
}

export function announcedIn(payload: string): OpenRecord | null {
  const [area, record, type] = payload.split(' ')
  if (!area || !record) return null
  return { area: area as AuditArea, record, type: (type || null) as UserType | null }
}
