import type { AuditArea } from '@steward/contract/audit-log.routes'
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/** Seconds for which a tab that says nothing counts as open. */
const keptSeconds = 30

/** Whether a tab has said something; what it said before the clock was set back is no sign of it. */
const isRecent = sql<boolean>`(
  presence.seen_at > now() - make_interval(secs => ${sql.lit(keptSeconds)})
  and presence.seen_at < now() + make_interval(secs => ${sql.lit(keptSeconds)}))`

/** A record that is open. */
export interface Opened {
  area: AuditArea
  record: string
}

/** Somebody else who has a record open. */
export interface PresentPerson {
  _id: string
  name: string
  image: string | null
  editing: boolean
}

/**
 * Notes what a tab has open, and forgets those that have said nothing for long.
 * @param open null where it shows no record any more
 * @returns the records about which others are to be told: where somebody came, went, or began to edit
 */
export async function notePresence(
  db: Db,
  session: string,
  tab: string,
  open: (Opened & { editing: boolean }) | null,
): Promise<Opened[]> {
  return await db.transaction().execute(async (tx) => {
    const before = await sql<Opened & { editing: boolean }>`
      select area, record_id as record, editing from presence
      where session_id = ${session} and tab = ${tab} for update
    `.execute(tx)
    const gone = await sql<Opened>`
      delete from presence where (session_id, tab) in (
        select session_id, tab from presence
        where not ${isRecent}
        limit 100 for update skip locked
      )
      returning area, record_id as record
    `.execute(tx)
    const [was] = before.rows
    if (!open) {
      await sql`delete from presence where session_id = ${session} and tab = ${tab}`.execute(tx)
      return [...gone.rows, ...(was ? [was] : [])]
    }
    await sql`
      insert into presence (session_id, tab, area, record_id, editing)
      values (${session}, ${tab}, ${open.area}, ${open.record}, ${open.editing})
      on conflict (session_id, tab) do update set area = excluded.area,
        record_id = excluded.record_id, editing = excluded.editing, seen_at = now()
    `.execute(tx)
    const same = was?.area === open.area && was.record === open.record
    if (same && was.editing === open.editing) return gone.rows
    return [...gone.rows, ...(was && !same ? [was] : []), open]
  })
}

/** Everybody else who has a record open, by name. @param user who asks */
export async function presentAt(
  db: Db,
  { area, record }: Opened,
  user: string,
): Promise<PresentPerson[]> {
  const { rows } = await sql<PresentPerson>`
    select person.id as _id, person.name, person.image, bool_or(presence.editing) as editing
    from presence
    join sessions as session on session.id = presence.session_id
    join users as person on person.id = session.user_id
    where presence.area = ${area} and presence.record_id = ${record} and person.id <> ${user}
      and ${isRecent}
    group by person.id, person.name, person.image
    order by person.name, person.id limit 20
  `.execute(db)
  return rows
}

/** Tells other servers on the database that somebody came to a record or went. */
export async function announcePresence(db: Db, opened: readonly Opened[]): Promise<void> {
  for (const { area, record } of opened.slice(0, 50)) {
    await sql`select pg_notify('steward_presence', ${`${area} ${record}`})`.execute(db)
  }
}
