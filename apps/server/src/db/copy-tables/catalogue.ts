import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll, queryColumn } from '../connection/query.ts'

export interface TableEntry {
  name: string
  /** The columns in their order, without generated ones. */
  columns: string[]
  /** The size of the table in pages of 8 KB. */
  pages: number
}

interface SequenceEntry {
  name: string
  /** The last value, a bigint as text. */
  lastValue: string
  /** Whether `lastValue` was already handed out; if not, it is the next one. */
  isCalled: boolean
}

/** SQL for what is in the current schema and belongs to no extension. */
const isOwn = (kind: string, schema: string) =>
  sql.raw(`${schema} = (select oid from pg_namespace where nspname = current_schema())
    and not exists (
      select 1 from pg_depend where pg_depend.classid = '${kind}'::regclass
        and pg_depend.objid = ${kind}.oid and pg_depend.deptype = 'e')`)

const ownRelation = isOwn('pg_class', 'pg_class.relnamespace')

/** The tables in the order of their names, with partitions. */
export const readTables = (db: Db) =>
  queryAll(db)<TableEntry>`
    select relname as name, ceil(pg_relation_size(pg_class.oid) / 8192.0)::int as pages, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
    from pg_class where relkind = 'r' and ${ownRelation}
    order by relname collate "C"`

/** The sequences in the order of their names, with those of identity columns. */
export async function readSequences(db: Db): Promise<SequenceEntry[]> {
  const names = await queryColumn(db)`
    select relname from pg_class where relkind = 'S' and ${ownRelation}
    order by relname collate "C"`
  const entries: SequenceEntry[] = []
  for (const name of names) {
    const found = await queryAll(db)<SequenceEntry>`
      select ${name}::text as name, last_value::text as "lastValue", is_called as "isCalled"
      from ${sql.table(name)}`
    entries.push(...found)
  }
  return entries
}

export async function setSequence(db: Db, { name, lastValue, isCalled }: SequenceEntry) {
  await sql`select setval(format('%I', ${name}::text)::regclass, ${lastValue}::bigint, ${isCalled})`.execute(
    db,
  )
}

/** Drops all tables, routines and types of the current schema; extensions stay. */
export async function dropEverything(db: Db): Promise<void> {
  const rows = await queryAll(db)<{ statement: string }>`
    select format('drop %s if exists %s cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'c' then 'type'
        else 'table' end,
      pg_class.oid::regclass) as statement
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'c') and ${ownRelation}
      -- The sequence of an identity column goes with its table.
      and not exists (
        select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'i')
    union all
    select format('drop routine if exists %s cascade', pg_proc.oid::regprocedure)
    from pg_proc where ${isOwn('pg_proc', 'pg_proc.pronamespace')}
    union all
    select format('drop type if exists %s cascade', pg_type.oid::regtype)
    from pg_type where typtype in ('e', 'd', 'r') and ${isOwn('pg_type', 'pg_type.typnamespace')}
    union all
    select format('drop collation if exists %s cascade', pg_collation.oid::regcollation)
    from pg_collation where ${isOwn('pg_collation', 'pg_collation.collnamespace')}
  `
  await runAll(db, rows)
}

/**
 * Disables triggers and drops foreign keys and most indexes, so that rows can be inserted in any order.
 * @returns the statements that restore them, indexes first, since they make checks of foreign keys fast
 */
export async function suspendConstraints(db: Db): Promise<string[]> {
  const rows = await queryAll(db)<{ step: number; statement: string; resumed: string }>`
    select 1 as step, pg_trigger.oid as place,
      format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as statement,
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'R' then 'replica' when 'A' then 'always' else '' end, tgname) as resumed
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled <> 'D' and ${ownRelation}
    union all
    select 2, pg_constraint.oid,
      format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and ${ownRelation}
    union all
    select 3, indexrelid, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indrelid
    where ${ownRelation} and not exists (
      select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by step, place`
  await runAll(db, rows)
  return rows.toSorted((one, other) => other.step - one.step).map(({ resumed }) => resumed)
}

/** Runs the statements of {@link suspendConstraints}, which check every row. */
export async function resumeConstraints(
  db: Db,
  statements: readonly string[],
  onStep: (done: number, of: number) => void = () => {},
): Promise<void> {
  for (const [at, statement] of statements.entries()) {
    onStep(at, statements.length)
    await sql.raw(statement).execute(db)
  }
}

async function runAll(db: Db, rows: readonly { statement: string }[]): Promise<void> {
  for (const { statement } of rows) await sql.raw(statement).execute(db)
}
