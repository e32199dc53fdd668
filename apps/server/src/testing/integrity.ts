import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { countedTables } from '../db/counts/counted.ts'
import { counterDifferences, describeDifference } from '../db/counts/verify.ts'
import { type RecordTable, recordTables } from '../db/schema/tables.ts'
import { auditAreaOf } from '../db/write/audit-lines.ts'
import { sealEntries } from '../modules/audit-log/seals.store.ts'
import { verifyAuditLog } from '../modules/audit-log/verify.ts'

/** Findings that are told of one kind. */
const most = 20

/**
 * Looks at everything that has to be true of a database at any moment, whatever happened to it: the
 * hash chain of the audit log is whole once everything is sealed, every counter is what counting
 * gives, categories are keyed in the order of their tree, and the audit log, read from its beginning, leads to exactly the records that are there.
 * @returns what is wrong, each a sentence
 */
export async function integrityFindings(db: Db): Promise<string[]> {
  const all = [await chainFindings(db), await undoFindings(db), await counterFindings(db)]
  all.push(await treeFindings(db))
  for (const table of recordTables) all.push(await historyFindings(db, table))
  return all.flatMap((some) => some.slice(0, most))
}

async function chainFindings(db: Db): Promise<string[]> {
  await sealAll(db)
  const { findings, entries } = await verifyAuditLog(db)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_entries`.execute(db)
  const n = rows[0]?.n
  return [
    ...findings.map(String),
    ...(n === entries ? [] : [`${n} entries, of which ${entries} are sealed`]),
  ]
}

/** Compares which undo stands with what the entries lead to. */
async function undoFindings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(entry.id, kept.undo_id) as id
    from audit_undos as kept
    full join (select id, undoes from audit_entries where undoes is not null) as entry
      on entry.id = kept.undo_id
    left join audit_undos as before on before.undo_id = kept.entry_id
    where kept.entry_id is distinct from entry.undoes
      or kept.level <> coalesce(before.level, 0) + 1
      or kept.in_effect = exists (
        select 1 from audit_undos as later where later.entry_id = kept.undo_id and later.in_effect)
    order by 1`.execute(db)
  return rows.map(({ id }) => `undo ${id} is not kept as its entry has it`)
}

/** Compares the keys of categories with those that the whole tree gives. */
async function treeFindings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive keyed as (
      select id, steward_tree_step(position, id) as key from categories where parent_id is null
      union all
      select below.id, keyed.key || steward_tree_step(below.position, below.id)
      from keyed join categories as below on below.parent_id = keyed.id
    )
    select name from categories left join keyed on keyed.id = categories.id
    where tree_key is distinct from key order by name`.execute(db)
  return rows.map(({ name }) => `the category ${name} is not keyed as the tree has it`)
}

/** Seals what there is; a server that runs beside may be at it too. */
async function sealAll(db: Db): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    await sealEntries(db, 5_000)
    const { rows } = await sql<{ left: boolean }>`
      select exists (select 1 from audit_entries as e, audit_sealing as s
        where e.id > s.settled and e.id <> all (s.above)) as left`.execute(db)
    if (!rows[0]?.left) return
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** Compares every counter, folded or not, with what counting gives. @returns what differs, each a sentence */
export async function counterFindings(db: Db): Promise<string[]> {
  const all: string[] = []
  for (const table of countedTables)
    all.push(
      ...(await counterDifferences(db, table)).map((each) => String(describeDifference(each))),
    )
  return all
}

type Row = Record<string, unknown>

interface Entry {
  id: number
  action: string
  record_id: string | null
  before: Row | null
  after: Row | null
  records: Row[] | null
}

/** Who is deleted is told by an entry without its time and by whom; those are known of restored ones only. */
const ofDeletion = new Set(['deleted_at', 'deleted_by', 'status', 'status_before_deletion'])

const isDeleted = (row: Row) => row['status'] === 'deleted' || (row['deleted_at'] ?? null) !== null

/** Reads the audit log of one kind of records from its beginning, and compares. */
async function historyFindings(db: Db, table: RecordTable): Promise<string[]> {
  const found: string[] = []
  const states = new Map<string, { row: Row; deleted: boolean }>()
  for (const entry of await entriesOf(db, table)) {
    for (const row of entry.records ?? []) {
      if (states.has(String(row['id']))) found.push(`${table} ${row['id']} was made twice`)
      states.set(String(row['id']), { row, deleted: false })
    }
    const id = entry.record_id
    if (id === null) continue
    const state = states.get(id)
    if (!entry.before === !!state) {
      found.push(`${table} ${id}: entry ${entry.id} (${entry.action}) does not follow`)
    }
    const row: Row = { ...state?.row, ...entry.after }
    // Told of the rows of an import alone, and not of later changes.
    delete row['updated_at']
    if (entry.after) states.set(id, { row, deleted: isDeleted(row) })
    else if (entry.action === 'purge') states.delete(id)
    else states.set(id, { row, deleted: true })
  }
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
  for (const row of rows) {
    const id = String(row['id'])
    const state = states.get(id)
    states.delete(id)
    if (!state) {
      found.push(`${table} ${id} is there, and no entry made it`)
      continue
    }
    if (state.deleted !== isDeleted(row)) found.push(`${table} ${id}: deleted or not?`)
    for (const [column, told] of Object.entries(state.row)) {
      if (state.deleted && ofDeletion.has(column)) continue
      // Entries tell the place that a category had then, which others move as well.
      if (table === 'categories' && column === 'position') continue
      if (!isDeepStrictEqual(told, row[column])) {
        found.push(
          `${table} ${id}: ${column} is ${JSON.stringify(row[column])}, its entries lead to ${JSON.stringify(told)}`,
        )
      }
    }
  }
  for (const id of states.keys()) found.push(`${table} ${id} is not there, and no entry took it`)
  return found
}

async function entriesOf(db: Db, table: RecordTable): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select id, action, record_id, before, after, records from audit_entries
    where area = ${auditAreaOf(table)} and (records is not null or before is not null or after is not null)
    order by id`.execute(db)
  return rows
}
