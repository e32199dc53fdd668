import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { isAmong, queryAll } from '../connection/query.ts'
import { idsByShard } from '../distribution/citus.ts'
import type { RecordTable, Tables } from '../schema/tables.ts'
import type { Actor } from './audit.ts'

/** The id of a row. */
export const idOf = (row: unknown): string => (row as { id: string }).id

/** Locks and returns rows in the order of `id`. */
export async function lockRows<T extends RecordTable>(
  tx: Db,
  table: T,
  ids: readonly string[],
): Promise<Selectable<Tables[T]>[]> {
  const lock = (some: readonly string[]) =>
    queryAll(tx)<Selectable<Tables[T]>>`
      select * from ${sql.table(table)} where ${isAmong(sql`id`, some, 'uuid')} order by id for update
    `
  if (!isDistributed(tx, table) || ids.length < 2) return await lock(ids)
  // Citus locks the rows of one shard at a time; always in the order of the shards.
  const rows: Selectable<Tables[T]>[] = []
  for (const some of await idsByShard(tx, table, ids)) rows.push(...(await lock(some)))
  return rows.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}

/** Updates rows where the patch changes them, and returns those. */
export function updateOf<T extends RecordTable>(
  actor: Actor,
  table: T,
  rows: readonly Selectable<Tables[T]>[],
  patch: Updateable<Tables[T]>,
): RawBuilder<unknown> {
  const names = Object.keys(patch)
  const ids = rows.map(idOf).sort()
  const columnsIn = (table: string) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
  // For the optimistic lock (`checkVersion`).
  const version = 'version' in (rows[0] ?? {}) ? sql`version = t.version + 1,` : sql``
  return sql`
    update ${sql.table(table)} as t
    set ${version} updated_at = ${actor.at ? sql`${actor.at}::timestamptz` : sql`now()`},
      ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`))}
    from json_populate_record(null::${sql.table(table)}, ${JSON.stringify(patch)}::json) as given
    where ${isAmong(sql`t.id`, ids, 'uuid')}
      and (${columnsIn('t')}) is distinct from (${columnsIn('given')})
    returning t.*`
}

/** A patch that also says who deletes, where it deletes. */
export const withDeleter = <P extends object>(actor: Actor, patch: P): P =>
  'deleted_at' in patch ? { ...patch, deleted_by: deleterOf(actor, patch) } : patch

const deleterOf = (actor: Actor, { deleted_at }: { deleted_at?: unknown }): string | null =>
  deleted_at !== null && 'user' in actor ? actor.user : null
