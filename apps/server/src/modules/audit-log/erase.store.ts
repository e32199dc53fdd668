import type { UserType } from '@steward/contract/users/users'
import { say } from '@steward/i18n/sentence'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasSealsToConvert } from '../../db/audit-chain/convert-seals.ts'
import { commitmentOfPath, saltOfPath, valuesOfEntry } from '../../db/audit-chain/digest.ts'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn } from '../../db/connection/query.ts'
import { type Actor, auditEvent } from '../../db/write/audit.ts'
import { conflict } from '../../http/failure.ts'

/** Whose values are erased. */
export interface ErasedPerson {
  /** Their `_id`. */
  person: string
  /** What they are and were called; whatever contains one of these is erased, whether in capitals or not; a short one as a word. */
  names: readonly string[]
  /** Their e-mail addresses, and other texts that nobody shares with them. */
  addresses: readonly string[]
  /** Whether what they wrote goes as well: feed posts, shopping posts and comments. */
  content: boolean
}

/**
 * Why a value is erased: its entry tells who acted (`acts`), is about the person's own record (`record`), names them as payer or
 * the like (`named`), has what they wrote (`content`), or the value contains a name or an address (`mentioned`).
 */
export const erasureKinds = ['acts', 'record', 'named', 'content', 'mentioned'] as const

export type ErasureKind = (typeof erasureKinds)[number]

/** How many entries a batch looks at, and how many values it erases at the most; one entry may hold more. */
const batch = { entries: 2_000, values: 5_000 }

/** Columns of a person's record that say nothing about who they are, and that time travel and permissions need. */
const keptColumns = [
  'id',
  'type',
  'role_id',
  'status',
  'status_before_deletion',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
  'version',
  'email_confirmed',
  'imported',
]

const keptPaths = ['before', 'after', 'state', 'internal'].flatMap((part) =>
  keptColumns.map((column) => `${part}.${column}`),
)

/** Columns that hold a name beside the id of the record that it is of. */
export const namesBeside = { payer_name: 'payer_id', host_name: 'host_id', about_title: 'about_id' }

/** Of areas whose records somebody wrote: the column that says who, and those with what they wrote. */
const written = {
  posts: { by: 'author_id', columns: ['text', 'images'] },
  'shopping-posts': { by: 'seller_id', columns: ['title', 'description', 'images'] },
}

/** Up to how many characters a name is found as a word alone: “Al” must not take “also” away. */
const shortName = 5

/** A regular expression for any of the texts, as they are and as JSON has them. */
function patternOf(texts: readonly string[]): string {
  const forms = texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    // The database may know upper and lower case of ASCII alone.
    .flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()])
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .map((form) => {
      const literal = form.replace(/[!-/:-@[-`{-~]/g, '\\$&')
      // Scripts without upper and lower case may set no spaces between words.
      const isWord = form.length <= shortName && /^[\p{Lu}\p{Ll}\p{N}]+$/u.test(form)
      return isWord ? `(?<![[:alnum:]])${literal}(?![[:alnum:]])` : literal
    })
  const nothing = '$.'
  return [...new Set(forms)].join('|') || nothing
}

/** Entries about the log itself stay as they are: `verify` needs what they say. */
const tellsOfValues = sql`e.action not in ('erase', 'reseal')`

const inParts = (column: string) =>
  sql.join(['before', 'after', 'state'].map((part) => sql`${`${part}.${column}`}`))

/** The value of a column in any part of entry `e`. */
const valueIn = (column: string) =>
  sql`coalesce(e.before ->> ${column}, e.after ->> ${column}, e.state ->> ${column})`

/** Whether entry `e` is about what the person wrote. */
function isWrittenBy({ person, content }: ErasedPerson): RawBuilder<SqlBool> {
  if (!content) return sql`false`
  const areas = Object.entries(written).map(
    ([area, { by }]) => sql`(e.area = ${area} and e.record_id is not null and exists (
      select 1 from audit_entries as other
      where other.record_id = e.record_id and ${person} in (
        other.before ->> ${by}, other.after ->> ${by}, other.state ->> ${by})
      union all
      select 1 from ${sql.table(area.replace('-', '_'))} as post
      where post.id = e.record_id and ${sql.ref(`post.${by}`)} = ${person}::uuid))`,
  )
  return sql`(${sql.join(areas, sql` or `)})`
}

/** Why the value `held` of entry `e` is erased; null where it stays. */
function kindOf(who: ErasedPerson): RawBuilder<ErasureKind | null> {
  const { person, names, addresses, content } = who
  const named = Object.entries(namesBeside).map(
    ([name, id]) =>
      sql`when held.path in (${inParts(name)}) and ${valueIn(id)} = ${person} then 'named'`,
  )
  const texts = Object.entries(written).map(
    ([area, { columns }]) => sql`
      when e.area = ${area} and held.path in ('title', ${sql.join(columns.map(inParts))}) then 'content'`,
  )
  const rows = Object.entries(written).map(
    ([area, { by }]) => sql`
      when ${content} and e.area = ${area} and held.path like 'records.%' and held.value::jsonb ->> ${by} = ${person}
        then 'content'`,
  )
  return sql`case
    when held.path = 'role_name' or not ${tellsOfValues} or held.path = any(${keptPaths}::text[]) then null
    when held.path in ('actor_name', 'address') and e.actor_id is not null then
      case when e.actor_id = ${person}::uuid then 'acts' end
    when e.record_id = ${person}::uuid and e.area in ('users', 'accounts') and held.path not like 'via.%' then 'record'
    when e.area = 'users' and held.path like 'records.%' and split_part(held.path, '.', 3) = ${person} then 'record'
    ${sql.join(named, sql` `)}
    when held.path like 'via.%' and held.value like ${`%"_id": "${person}"%`} then 'named'
    when ${content} and e.action = 'comment' and e.actor_id = ${person}::uuid and held.path = 'detail' then 'content'
    when ${content} and held.path in (${inParts('reports')}) and held.value like ${`%${person}%`} then 'content'
    ${sql.join(rows, sql` `)}
    when held.value ~* ${patternOf([...names, ...addresses])} then 'mentioned'
    when held.path = 'address' and concat_ws(' ', e.title, e.detail) ~* ${patternOf(addresses)} then 'mentioned'
    else case when ${isWrittenBy(who)} then case ${sql.join(texts, sql` `)} end end
  end`
}

/** Entries `e` that may hold something; what they hold is only then taken apart. */
const mayHold = (who: ErasedPerson): RawBuilder<SqlBool> => sql`(
  e.actor_id = ${who.person}::uuid or e.record_id = ${who.person}::uuid or ${isWrittenBy(who)}
  or concat_ws(' ', e.actor_name, e.title, e.detail, e.before::text, e.after::text, e.state::text, e.internal::text,
    e.via::text, e.records::text) ~* ${patternOf([who.person, ...who.names, ...who.addresses])})`

/** What is erased: of which entries `e`, and why the value `held` of one is; null where it stays. */
interface Erasure {
  /** The entries to look at, of which batches are made. */
  within: RawBuilder<SqlBool>
  entries: RawBuilder<SqlBool>
  kind: RawBuilder<ErasureKind | null>
}

const ofPerson = (who: ErasedPerson): Erasure => ({
  within: sql`true`,
  entries: mayHold(who),
  kind: kindOf(who),
})

const isAboutPeople = sql`(e.area in ('users', 'accounts') and ${tellsOfValues})`

/** Why the value `held` of entry `e`, once it is old, is erased: it says who did it from where, or who it was about. */
const kindOfOld = sql<ErasureKind | null>`case
  when held.path = any(${keptPaths}::text[]) then null
  when held.path in ('actor_name', 'address') then 'acts'
  when ${isAboutPeople} and held.path <> 'role_name' and held.path not like 'via.%' then 'record'
  when held.path in (${sql.join(Object.keys(namesBeside).map(inParts))}) then 'named'
end`

/** Whether entry `e` has a value that {@link kindOfOld} finds; only those about people are taken apart for that. */
const hasOldValues = sql<SqlBool>`(
  e.actor_name is not null or e.address is not null
  or ${sql.join(
    Object.keys(namesBeside).map((name) => sql`${valueIn(name)} is not null`),
    sql` or `,
  )}
  or (${isAboutPeople} and exists (
    select 1 from ${valuesOfEntry} as held where (${kindOfOld}) is not null)))`

const olderThan = (days: number): Erasure => ({
  within: sql`e.at < now() - make_interval(days => ${days}::int)`,
  entries: hasOldValues,
  kind: kindOfOld,
})

/** Rows `(at)` of the entries that {@link eraseOldValues} takes values from, once they are old. */
export const entriesToForget = sql`select e.at from audit_entries as e where ${hasOldValues}`

/** Rows `(id, path, kind)` of the values to erase in entries `e` that `which` holds for. */
const found = ({ entries, kind }: Erasure, which: RawBuilder<SqlBool>) => sql`
  select e.id, held.path, why.kind from audit_entries as e
  cross join lateral ${valuesOfEntry} as held cross join lateral (select ${kind} as kind) as why
  where ${which} and ${entries} and why.kind is not null`

export type ErasureCounts = Record<ErasureKind, number>

const noCounts = (): ErasureCounts => ({ acts: 0, record: 0, named: 0, content: 0, mentioned: 0 })

/** How many values {@link eraseFromEntries} would erase, by kind. Reads the whole log. */
export async function countInEntries(db: Db, who: ErasedPerson): Promise<ErasureCounts> {
  const rows = await queryAll(db)<{ kind: ErasureKind; n: number }>`
    select kind, count(*) as n from (${found(ofPerson(who), sql`true`)}) as value group by kind`
  return { ...noCounts(), ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) }
}

export interface ErasedBatch {
  /** The last entry that was looked at, behind which the next batch begins; null at the end of the log. */
  last: number | null
  /** How many entries lost values. */
  entries: number
  /** How many values, by kind. */
  values: ErasureCounts
}

/**
 * Erases what the entries behind `after` hold of a person, one batch, and writes an entry that names what went, by which
 * `steward audit verify` tells erased from forged. Nothing is sealed until the transaction ends. What a transaction commits behind
 * the batch meanwhile is left: go through the log once more, until nothing is found.
 * @param after the `last` of the batch before; 0 for the first
 * @throws {Failure} `conflict` as long as there are seals of the version before
 */
export const eraseFromEntries = (
  tx: Db,
  actor: Actor,
  who: ErasedPerson,
  after: number,
): Promise<ErasedBatch> => eraseBatch(tx, actor, ofPerson(who), after, who.person)

/** As {@link eraseFromEntries}, of names, addresses and IP addresses in entries older than so many days. */
export const eraseOldValues = (
  tx: Db,
  actor: Actor,
  days: number,
  after: number,
): Promise<ErasedBatch> => eraseBatch(tx, actor, olderThan(days), after, null)

async function eraseBatch(
  tx: Db,
  actor: Actor,
  erasure: Erasure,
  after: number,
  person: string | null,
): Promise<ErasedBatch> {
  // Others may neither erase from the same entries nor seal meanwhile, as a server of the version before would in the clear.
  await sql`select 1 from audit_sealing for update`.execute(tx)
  if (await hasSealsToConvert(tx))
    throw conflict(
      say(
        'The audit log still has seals of the version before. Stop its servers, run {command}, then try again.',
        { command: 'steward migrate' },
      ),
    )
  const seen = await queryColumn(tx)<number>`
    select e.id from audit_entries as e where e.id > ${after}::bigint and ${erasure.within}
    order by e.id limit ${batch.entries}::int`
  const lastSeen = seen.at(-1)
  const values = noCounts()
  if (lastSeen === undefined) return { last: null, entries: 0, values }
  const between = sql<SqlBool>`e.id > ${after}::bigint and e.id <= ${lastSeen}::bigint and ${erasure.within}`
  const rows = await queryAll(tx)<{ id: number; path: string; kind: ErasureKind }>`
    ${found(erasure, between)} order by e.id, held.path`
  const paths = new Map<number, string[]>()
  let last = lastSeen
  for (const [n, { id, path, kind }] of rows.entries()) {
    const of = paths.get(id)
    if (!of && n >= batch.values) {
      last = id - 1
      break
    }
    paths.set(id, [...(of ?? []), path])
    values[kind] += 1
  }
  if (paths.size > 0) await erase(tx, actor, person, Object.fromEntries(paths), values)
  return { last, entries: paths.size, values }
}

async function erase(
  tx: Db,
  actor: Actor,
  person: string | null,
  paths: Record<number, string[]>,
  values: ErasureCounts,
): Promise<void> {
  await sql`
    with split as materialized (
      select e.id,
        coalesce(jsonb_object_agg(held.path, ${saltOfPath}) filter (where not goes.paths ? held.path), '{}') as salts,
        jsonb_object_agg(held.path, ${commitmentOfPath}) filter (where goes.paths ? held.path) as erased
      from (
        select key::bigint as id, value as paths from jsonb_each(${JSON.stringify(paths)}::jsonb)
      ) as goes join audit_entries as e on e.id = goes.id cross join lateral ${valuesOfEntry} as held
      group by e.id
    )
    select steward_erase(jsonb_object_agg(id::text, jsonb_build_object('salts', salts, 'erased', erased))) from split
  `.execute(tx)
  const types = await queryColumn(tx)<UserType>`select type from users where id = ${person}::uuid`
  await auditEvent(tx, actor, {
    action: 'erase',
    area: 'users',
    ...(person !== null && { record: { id: person, title: '' } }),
    after: {
      entries: Object.keys(paths).length,
      values: Object.values(values).reduce((sum, n) => sum + n),
    },
    personTypes: types.length > 0 ? types : null,
    internal: { erased: paths },
  })
}
