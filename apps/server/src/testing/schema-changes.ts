import type { Db } from '../db/connection/connection.ts'
import { queryAll } from '../db/connection/query.ts'

// What a migration must not do to a schema that a server of the version before goes on using.

/** A part of the schema that a server may rely on. */
interface Part {
  kind: 'table' | 'column' | 'routine' | 'sequence' | 'constraint'
  /** Such as `bills.title`. */
  name: string
  table: string
  type: string
  notNull: boolean
  hasDefault: boolean
  /** The columns that a constraint or unique index is about. */
  columns: string[]
}

export type SchemaParts = ReadonlyMap<string, Part>

export async function readSchemaParts(db: Db): Promise<SchemaParts> {
  const parts = await queryAll(db)<Part>`
    select 'table' as kind, relname as name, relname as table, '' as type, false as "notNull", false as "hasDefault",
      '{}'::text[] as columns
    from pg_class where relkind in ('r', 'p', 'v') and relnamespace = current_schema()::regnamespace
    union all
    select 'sequence', relname, '', '', false, false, '{}' from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
    union all
    select 'column', relname || '.' || attname, relname, format_type(atttypid, atttypmod), attnotnull,
      atthasdef or attidentity <> '', '{}'
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p', 'v') and relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
    union all
    select 'routine', oid::regprocedure::text, '', format_type(prorettype, null), false, false, '{}'
    from pg_proc where pronamespace = current_schema()::regnamespace
    union all
    select 'constraint', conname, conrelid::regclass::text, contype::text, false, false, array(
      select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey))
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('c', 'f', 'x') and conrelid <> 0
    union all
    select 'constraint', indexrelid::regclass::text, indrelid::regclass::text, 'unique', false, false, array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = current_schema()::regnamespace`
  const own = parts.filter(({ table, name }) => !/^snapshot/.test(table || name))
  return new Map(own.map((part) => [`${part.kind} ${part.name}`, part]))
}

/** @returns what a server of the version before can't live with, each a sentence */
export function compatibilityProblems(before: SchemaParts, after: SchemaParts): string[] {
  const gone = [...before].flatMap(([key, part]) => {
    const now = after.get(key)
    if (!now) return part.kind === 'constraint' ? [] : [`the ${key} is gone`]
    if (now.type !== part.type) return [`the ${key} is ${now.type}, and was ${part.type}`]
    if (now.notNull && !part.notNull) return [`the ${key} must not be empty any more`]
    if (part.hasDefault && !now.hasDefault) return [`the ${key} has no default any more`]
    return []
  })
  const added = [...after].flatMap(([key, { kind, table, columns, notNull, hasDefault }]) => {
    if (before.has(key) || !before.has(`table ${table}`)) return []
    if (kind === 'column' && notNull && !hasDefault)
      return [`the new ${key} must not be empty, and has no default`]
    const isOfBefore = columns.every((column) => before.has(`column ${table}.${column}`))
    if (kind === 'constraint' && isOfBefore)
      return [`the new ${key} refuses what was allowed in ${table}`]
    return []
  })
  return [...gone, ...added]
}
