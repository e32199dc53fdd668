import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { valuesOfEntry } from '../../db/audit-chain/digest.ts'

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
export type ErasureKind = 'acts' | 'record' | 'named' | 'content' | 'mentioned'

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
  const namedInRows = Object.entries(namesBeside).map(
    ([name, id]) => sql`
      when held.path like 'records.%' and held.value::jsonb ->> ${id} = ${person} and held.value::jsonb ->> ${name} is not null
        then 'named'`,
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
    ${sql.join([...named, ...namedInRows], sql` `)}
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
export interface Erasure {
  /** The entries to look at, of which batches are made. */
  within: RawBuilder<SqlBool>
  entries: RawBuilder<SqlBool>
  kind: RawBuilder<ErasureKind | null>
}

/** What is erased of a person. */
export const ofPerson = (who: ErasedPerson): Erasure => ({
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

/** What is erased of entries older than so many days: names, addresses and IP addresses. */
export const olderThan = (days: number): Erasure => ({
  within: sql`e.at < now() - make_interval(days => ${days}::int)`,
  entries: hasOldValues,
  kind: kindOfOld,
})

/** Rows `(at)` of the entries that `eraseOldValues` takes values from, once they are old. */
export const entriesToForget = sql`select e.at from audit_entries as e where ${hasOldValues}`

/** Rows `(id, path, kind)` of the values to erase in entries `e` that `which` holds for. */
export const valuesToErase = ({ entries, kind }: Erasure, which: RawBuilder<SqlBool>) => sql`
  select e.id, held.path, why.kind from audit_entries as e
  cross join lateral ${valuesOfEntry} as held cross join lateral (select ${kind} as kind) as why
  where ${which} and ${entries} and why.kind is not null`
