import { erasedName } from '@steward/contract/privacy/places'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { isAmong, queryAll, queryColumn, queryNumber } from '../../db/connection/query.ts'
import { columnsOf, isUnique, mentionsIn } from './catalogue/catalogue.ts'
import type { Place } from './catalogue/place.ts'
import type { Sought } from './identifiers.ts'

const columnsIn = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(`t.${name}`)))

/** The condition that a row `t` of a place is a person's. */
function isTheirs({ person }: Place, id: string): RawBuilder<SqlBool> {
  if (person === null) return sql`false`
  if ('by' in person) {
    return sql`${sql.ref(`t.${person.by}`)} in (
      select ${sql.ref(person.key)} from ${sql.table(person.of)} where ${sql.ref(person.person)} = ${id}::uuid)`
  }
  return sql`(${sql.join(
    person.map((column) => sql`${sql.ref(`t.${column}`)} = ${id}::uuid`),
    sql` or `,
  )})`
}

/** The columns of a place that may be another's than the row, with the column that leads to whose. */
const ofAnother = (place: Place) =>
  columnsOf(place).flatMap(([column, { of, erased, exported }]) =>
    of ? [{ column, of, erased, exported }] : [],
  )

/** The columns of which an erasure takes a name, in whoever's row it stands. */
export const namedIn = (place: Place) => ofAnother(place).filter(({ erased }) => erased)

/** The condition that a row `t` of somebody else has the person's name beside their id, and hasn't lost it yet. */
function isNamed(place: Place, id: string): RawBuilder<SqlBool> {
  const named = namedIn(place)
  if (named.length === 0) return sql`false`
  return sql`(${sql.join(
    named.map(
      ({ column, of }) =>
        sql`${sql.ref(`t.${of}`)} = ${id}::uuid and ${sql.ref(`t.${column}`)} <> ${erasedName}`,
    ),
    sql` or `,
  )})`
}

/** The types of a table's columns, as PostgreSQL calls them. */
async function typesOf(db: Db, table: string): Promise<ReadonlyMap<string, string>> {
  const rows = await queryAll(db)<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`
  return new Map(rows.map(({ name, type }) => [name, type]))
}

export const countTheirs = (db: Db, place: Place, id: string): Promise<number> =>
  queryNumber(db)`select count(*) from ${sql.table(place.table)} as t where ${isTheirs(place, id)}`

export const countNamed = (db: Db, place: Place, id: string): Promise<number> =>
  queryNumber(db)`
    select count(*) from ${sql.table(place.table)} as t
    where ${isNamed(place, id)} and not ${isTheirs(place, id)}`

/** Those of some rows, at most `limit`, by the primary key. */
async function someOf(
  db: Db,
  place: Place,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<RawBuilder<SqlBool>> {
  const [only, ...more] = place.key
  const chosen = sql`
    select ${columnsIn(place.key)} from ${sql.table(place.table)} as t where ${condition} limit ${sql.lit(limit)}`
  // The ids by themselves, as Citus changes no rows by a limited subquery.
  if (only === 'id' && more.length === 0) {
    const ids = await queryColumn(db)`select id::text from (${chosen}) as chosen`
    return sql`id::text = any(${ids}::text[]) and ${isAmongIds(ids)}`
  }
  return sql`(${sql.join(place.key.map((column) => sql.ref(column)))}) in (${chosen})`
}

/** Ids are UUIDs, but for tables that count theirs. */
const isAmongIds = (ids: readonly string[]) =>
  ids.every((id) => id.includes('-')) && ids.length > 0
    ? isAmong(sql`id`, ids, 'uuid')
    : sql`id::text = any(${ids}::text[])`

/** Deletes at most `limit` rows of a person; returns how many. */
export async function deleteTheirs(db: Db, place: Place, id: string, limit: number) {
  const some = await someOf(db, place, isTheirs(place, id), limit)
  const { numAffectedRows } =
    await sql`delete from ${sql.table(place.table)} where ${some}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Empties the columns of at most `limit` rows of a person that the catalogue says to; returns how many changed. */
export async function replaceTheirs(db: Db, place: Place, id: string, limit: number) {
  const replaced = columnsOf(place).flatMap(([column, { erased }]) =>
    erased ? [{ column, value: erased === 'name' ? erasedName : null }] : [],
  )
  const differs = sql.join(
    replaced.map(({ column, value }) => sql`${sql.ref(`t.${column}`)} is distinct from ${value}`),
    sql` or `,
  )
  const values = sql.join(replaced.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`))
  const some = await someOf(db, place, sql`${isTheirs(place, id)} and (${differs})`, limit)
  return await update(db, place, values, some)
}

/** Replaces the name of a person in at most `limit` rows of others; returns how many. */
export async function replaceNamed(db: Db, place: Place, id: string, limit: number) {
  const named = namedIn(place)
  if (named.length === 0) return 0
  const values = sql.join(
    named.map(({ column, of }) => {
      const own = sql.ref(column)
      return sql`${own} = case when ${sql.ref(of)} = ${id}::uuid then ${erasedName} else ${own} end`
    }),
  )
  return await update(db, place, values, await someOf(db, place, isNamed(place, id), limit))
}

async function update(
  db: Db,
  place: Place,
  values: RawBuilder<unknown>,
  some: RawBuilder<unknown>,
): Promise<number> {
  // So that whoever has the record open can't save what was replaced.
  const version = (await typesOf(db, place.table)).has('version')
    ? sql`, version = version + 1`
    : sql``
  const { numAffectedRows } = await sql`
    update ${sql.table(place.table)} set ${values}${version} where ${some}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Columns of unique texts hold 200 characters or more. */
const uniqueLength = 200

/** A text with the end of the row's id, so that no other row has the same. */
const toldApart = (text: RawBuilder<unknown>) =>
  sql`left(${text}, ${sql.lit(uniqueLength - 9)}) || ' ' || right(id::text, 8)`

interface Mentions {
  condition: RawBuilder<SqlBool>
  values: RawBuilder<unknown>
}

async function mentionsOf(db: Db, place: Place, sought: Sought): Promise<Mentions> {
  const types = await typesOf(db, place.table)
  const parts = mentionsIn(place).map((column) => {
    const type = types.get(column) ?? 'text'
    const pattern = type.startsWith('json') ? sought.jsonPattern : sought.pattern
    const own = sql.ref(column)
    const replaced = sql`regexp_replace(${own}::text, ${pattern}, ${sought.replacement}, 'gi')`
    const value = isUnique(place, column) ? toldApart(replaced) : replaced
    return {
      condition: sql`${sql.ref(`t.${column}`)}::text ~* ${pattern}`,
      value: sql`${own} = ${value}::${sql.raw(type)}`,
    }
  })
  return {
    condition: sql`(${sql.join(
      parts.map(({ condition }) => condition),
      sql` or `,
    )})`,
    values: sql.join(parts.map(({ value }) => value)),
  }
}

/** How many rows of a place, whoever's they are, name a person or one of their addresses. */
export async function countMentions(db: Db, place: Place, sought: Sought): Promise<number> {
  const { condition } = await mentionsOf(db, place, sought)
  return await queryNumber(db)`
    select count(*) from ${sql.table(place.table)} as t where ${condition}`
}

/** Replaces what is sought in at most `limit` rows of a place; returns how many. */
export async function replaceMentions(db: Db, place: Place, sought: Sought, limit: number) {
  const { condition, values } = await mentionsOf(db, place, sought)
  const some = await someOf(db, place, condition, limit)
  return await update(db, place, values, some)
}

/** The rows of a person in batches, in the order of the primary key, with the columns that an export shows. */
export async function* readTheirs(
  db: Db,
  place: Place,
  id: string,
  batchSize: number,
): AsyncGenerator<Record<string, unknown>[]> {
  const types = await typesOf(db, place.table)
  const inCatalogue = columnsOf(place)
  const held = inCatalogue.flatMap(([column, { exported, kind, of }]) =>
    exported === 'others' || exported === 'derived' ? [] : [{ column, exported, kind, of }],
  )
  const times = [...types].flatMap(([column, type]) =>
    type.startsWith('timestamp') && !(column in place.columns)
      ? [{ column, exported: undefined, kind: 'technical', of: undefined }]
      : [],
  )
  const shared = ofAnother(place).flatMap(({ of, exported }) =>
    exported === 'others' ? [] : sql`${sql.ref(`t.${of}`)} = ${id}::uuid`,
  )
  const theirs = sql.join([isTheirs(place, id), ...shared], sql` or `)
  const columns = [...held, ...times].map(({ column, exported, kind, of }) => {
    const value = sql.ref(`t.${column}`)
    if (exported === 'secret')
      return sql`case when ${value} is null then null else ${'(kept, never shown)'}::text end as ${sql.ref(column)}`
    if (shared.length === 0 || kind === 'technical') return value
    const isShown = of ? sql`${sql.ref(`t.${of}`)} = ${id}::uuid` : isTheirs(place, id)
    return sql`case when ${isShown} then ${value} end as ${sql.ref(column)}`
  })
  const key = columnsIn(place.key)
  const texts = sql.join(place.key.map((column) => sql`${sql.ref(`t.${column}`)}::text`))
  let after: string[] | undefined
  for (;;) {
    const behind = after
      ? sql`and (${key}) > (${sql.join(
          place.key.map((column, at) => {
            const type = types.get(column)
            return type === 'bytea'
              ? sql`${after?.[at]}::text::bytea`
              : sql`${after?.[at]}::text::${sql.raw(type ?? 'text')}`
          }),
        )})`
      : sql``
    const rows = await queryAll(db)<Record<string, unknown> & { steward_key: string[] }>`
      select ${sql.join(columns)}, array[${texts}] as steward_key
      from ${sql.table(place.table)} as t
      where (${theirs}) ${behind} order by ${key} limit ${sql.lit(batchSize)}`
    if (rows.length > 0) yield rows.map(({ steward_key: _, ...row }) => row)
    after = rows.at(-1)?.steward_key
    if (rows.length < batchSize) break
  }
}
