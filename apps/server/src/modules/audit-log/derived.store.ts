import type { UserType } from '@steward/contract/users/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** A line about a record of a frame that is not as the entry has it: its place as kept, and as told. */
export interface FrameDifference {
  entry: number
  record: string
  /** Null where the line is missing. */
  kept: number | null
  /** Null where the entry tells of no such record. */
  told: number | null
}

/** Derived data: lines of `audit_frame_records` that differ from what the entries tell, by entry and place. */
export async function frameDifferences(db: Db, limit: number): Promise<FrameDifference[]> {
  const { rows } = await sql<FrameDifference>`
    select coalesce(told.entry, kept.entry_id) as entry, coalesce(told.record, kept.record_id) as record,
      kept.place as kept, told.place as told
    from (
      select e.id as entry, (made.row ->> 'id')::uuid as record, (made.n - 1)::int as place
      from audit_entries as e cross join json_array_elements(e.records) with ordinality as made (row, n)
      where e.records is not null
    ) as told
    full join audit_frame_records as kept
      on kept.entry_id = told.entry and kept.record_id = told.record
    where kept.place is distinct from told.place
    order by entry, coalesce(told.place, kept.place), record limit ${limit}::int
  `.execute(db)
  return rows
}

/** A number of `audit_counts` that counting the sealed entries does not give. */
export interface CountDifference {
  day: string
  area: string
  action: string
  actor: string | null
  kept: number
  counted: number
}

/** Numbers of `audit_counts` that differ from a count of what is sealed, the oldest first. */
export async function countDifferences(db: Db, limit: number): Promise<CountDifference[]> {
  const { rows } = await sql<CountDifference>`
    select day::text as day, area, action, actor_id as actor,
      sum(kept)::bigint as kept, sum(counted)::bigint as counted
    from (
      select day, area, action, actor_id, person_types, n as kept, 0 as counted from audit_counts
      union all
      select (e.at at time zone 'UTC')::date, e.area, e.action, e.actor_id, e.person_types, 0, count(*)
      from audit_entries as e cross join audit_sealing as s
      where e.id <= s.settled or e.id = any (s.above) group by 1, 2, 3, 4, 5
    ) as each
    group by day, area, action, actor_id, person_types having sum(kept) <> sum(counted)
    order by day, area, action, actor_id, person_types limit ${limit}::int
  `.execute(db)
  return rows
}

/** An entry that is told as one about people of other types than it is about. */
export interface PersonTypeDifference {
  entry: number
  kept: UserType[] | null
  told: (UserType | null)[]
}

/** Entries whose `person_types` differ from what the sealed columns tell, in their order. */
export async function personTypeDifferences(
  db: Db,
  limit: number,
): Promise<PersonTypeDifference[]> {
  const { rows } = await sql<PersonTypeDifference>`
    select told.entry, e.person_types as kept, told.types as told
    from steward_audit_person_types() as told join audit_entries as e on e.id = told.entry
    where e.person_types is distinct from told.types
    order by told.entry limit ${limit}::int
  `.execute(db)
  return rows
}
