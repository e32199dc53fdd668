import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'

/** Sentences about derived data that differ from the entries, at most `limit` of each kind. */
export const derivedFindings = async (db: Db, limit: number): Promise<string[]> => [
  ...(await batchEntryFindings(db, limit)),
  ...(await personTypeFindings(db, limit)),
  ...(await countFindings(db, limit)),
]

/** Rows of `audit_batch_records` that differ from the entries, by entry and place. */
async function batchEntryFindings(db: Db, limit: number): Promise<string[]> {
  const rows = await queryAll(db)<{
    entry: number
    record: string
    kept: number | null
    told: number | null
  }>`
    select coalesce(told.entry, kept.entry_id) as entry, coalesce(told.record, kept.record_id) as record,
      kept.place as kept, told.place as told
    from (
      select e.id as entry, (made.row ->> 'id')::uuid as record, (made.n - 1)::int as place
      from audit_entries as e cross join json_array_elements(e.records) with ordinality as made (row, n)
      where e.records is not null
    ) as told
    full join audit_batch_records as kept
      on kept.entry_id = told.entry and kept.record_id = told.record
    where kept.place is distinct from told.place
    order by entry, coalesce(told.place, kept.place), record limit ${limit}::int
  `
  return rows.map(({ entry, record, kept, told }) => {
    const line = `The line of record ${record} in entry ${entry} of audit_batch_records`
    if (kept === null) return `${line} is missing.`
    if (told === null) return `${line} was added: the entry tells of no such record.`
    return `${line} is changed: it leads to place ${kept} instead of ${told}.`
  })
}

/** Counts in `audit_counts` that differ from a count of the sealed entries, the oldest first. */
async function countFindings(db: Db, limit: number): Promise<string[]> {
  const rows = await queryAll(db)<
    Record<'day' | 'area' | 'action', string> & {
      actor: string | null
      kept: number
      counted: number
    }
  >`
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
  `
  return rows.map(
    ({ day, area, action, actor, kept, counted }) =>
      `audit_counts says ${kept} for ${area}, ${action} by ${actor ?? 'nobody'} on ${day}; there are ${counted}.`,
  )
}

type Types = readonly (string | null)[] | null

/** Entries whose `person_types` differ from their sealed columns. */
async function personTypeFindings(db: Db, limit: number): Promise<string[]> {
  const rows = await queryAll(db)<{ entry: number; kept: Types; told: Types }>`
    select told.entry, e.person_types as kept, told.types as told
    from (${personTypes}) as told join audit_entries as e on e.id = told.entry
    where e.person_types is distinct from told.types
    order by told.entry limit ${limit}::int
  `
  const inWords = (types: Types) =>
    types?.map((type) => `a person of type ${type ?? 'unknown'}`).join(' or ') ?? 'nobody known'
  return rows.map(
    ({ entry, kept, told }) =>
      `Entry ${entry} is kept as one about ${inWords(kept)}; it is about ${inWords(told)}.`,
  )
}

/**
 * The types as the sealed columns tell them: of a change its own, else those before the next change that tells, and at the
 * end those of now. No row for entries about nobody, such as an export.
 */
const personTypes = sql`
  select followed.id as entry, case
    when was is null and became is null then array[coalesce(next, person.type)]
    when was is null or became is null or was = became then array[coalesce(was, became)]
    else array[least(was, became), greatest(was, became)]
  end as types
  from (
    select told.*, max(was) over (partition by record_id, change) as next from (
      select e.id, e.record_id, e.before ->> 'type' as was, e.after ->> 'type' as became,
        count(e.before ->> 'type') over (partition by e.record_id order by e.id desc) as change
      from audit_entries as e where e.area = 'users' and e.record_id is not null and e.action <> 'erase'
    ) as told
  ) as followed left join users as person on person.id = followed.record_id
  union all
  select e.id, array(select distinct made ->> 'type' from json_array_elements(e.records) as made order by 1)
  from audit_entries as e where e.area = 'users' and e.records is not null and e.erased is null`
