import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'

interface EntryRow {
  id: number
  at: string
  action: string
  area: string
  actor_id: string | null
  record_id: string | null
  address: string | null
  client: string | null
  title: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  state: Record<string, unknown> | null
}

const another = 'another person'

/** Columns of entries that name other people. */
const ofOthers = /^(?:host_name|payer_name|about_title|reports|reports_handled_by|deleted_by)$/

/**
 * The entries that a person made, and those about them, in batches: of theirs without what they changed, which may be
 * about others; of those about them without who made them.
 */
export async function* readEntries(
  db: Db,
  person: string,
  batchSize: number,
): AsyncGenerator<Record<string, unknown>[]> {
  let after = 0
  for (;;) {
    const rows = await queryAll(db)<EntryRow>`
      select id, at, action, area, actor_id, record_id, address, client, title, before, after, state
      from audit_entries
      where (actor_id = ${person}::uuid or record_id = ${person}::uuid) and id > ${after}
      order by id limit ${sql.lit(batchSize)}`
    if (rows.length > 0) yield rows.map((row) => entryOf(row, person))
    after = rows.at(-1)?.id ?? after
    if (rows.length < batchSize) break
  }
}

function entryOf(row: EntryRow, person: string): Record<string, unknown> {
  const isTheirs = row.actor_id === person
  const isAboutThem = row.record_id === person
  const isAboutOthers = !isAboutThem && (row.area === 'users' || row.area === 'accounts')
  return {
    at: row.at,
    action: row.action,
    area: row.area,
    by: isTheirs ? 'this person' : row.actor_id === null ? null : another,
    address: isTheirs ? row.address : null,
    client: isTheirs ? row.client : null,
    record: isAboutOthers && row.title !== null ? another : row.title,
    before: isAboutThem ? own(row.before) : null,
    after: isAboutThem ? own(row.after) : null,
    unchanged: isAboutThem ? own(row.state) : null,
  }
}

const own = (columns: Record<string, unknown> | null) =>
  columns &&
  Object.fromEntries(Object.entries(columns).filter(([column]) => !ofOthers.test(column)))
