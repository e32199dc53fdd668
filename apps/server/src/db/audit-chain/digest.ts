import { type RawBuilder, sql } from 'kysely'

// What seals hold of entry `e` of the audit log (docs/decisions/0073-erasing-from-the-audit-log.md). Not in functions of the
// database, which the nodes of Citus wouldn't have. `docs/verify-audit-log.mjs` computes the same.

/**
 * Rows `(path, value)`: each value of entry `e` that can be erased, and its text. A row of a batch has its id in its path.
 * Of erased values there is none.
 */
export const valuesOfEntry = sql`(
  select value.path, value.text as value from (values
    ('actor_name', e.actor_name), ('role_name', e.role_name), ('address', e.address),
    ('title', e.title), ('detail', e.detail)
  ) as value (path, text) where value.text is not null
  union all
  select part.name || '.' || field.key, field.value::text
  from (values
    ('before', e.before), ('after', e.after), ('state', e.state), ('internal', e.internal), ('via', e.via)
  ) as part (name, fields) cross join lateral jsonb_each(part.fields) as field
  union all
  select made.path, made.value from (
    select 'records.' || (line.nth - 1) || '.' || (line.columns ->> 'id') as path, line.columns::text as value,
      json_build_object('id', line.columns ->> 'id')::text as erased
    from json_array_elements(e.records) with ordinality as line (columns, nth)
  ) as made
  where e.erased is null or not e.erased ? made.path or made.value <> made.erased
)`

/** The salt of the value at `path` of entry `e`, in hexadecimal; null where it has been erased. */
export const saltOfPath = sql`
  coalesce(encode(sha256(convert_to(e.salt::text || ' ' || held.path, 'UTF8')), 'hex'), e.salts ->> held.path)`

/** The commitment to the value at `path` of entry `e`, in hexadecimal, over rows `held` of {@link valuesOfEntry}. */
export const commitmentOfPath = sql`
  encode(sha256(convert_to(${saltOfPath} || held.value, 'UTF8')), 'hex')`

const nameIf = (column: string) =>
  sql`case when ${sql.ref(`e.${column}`)} is not null then ${sql.lit(column)} end`

/**
 * What of entry `e` is never erased, each a word, in the order in which it is sealed; null where there is none. Its id is
 * left out, so that a changed order is told from a change. `parts` are those that it has, whatever was erased from them.
 */
export const fixedWords: readonly (readonly [name: string, word: RawBuilder<unknown>])[] = [
  ['at', sql`(extract(epoch from e.at) * 1000)::bigint`],
  ...[
    'actor_id',
    'role_id',
    'through',
    'client',
    'action',
    'area',
    'record_id',
    'batch',
    'undoes',
    'record_count',
  ].map((column) => [column, sql.ref(`e.${column}`)] as const),
  [
    'parts',
    sql`nullif(concat_ws(',', ${sql.join(['before', 'after', 'state', 'internal', 'via', 'records'].map(nameIf))}), '')`,
  ],
]

const fixedLine = sql`concat_ws(' ', ${sql.join(
  fixedWords.map(([, word]) => sql`coalesce((${word})::text, '-')`),
)})`

/** What a seal of format 2 holds of entry `e`: a digest over {@link fixedLine} and the commitments to its values. */
export const digestOfEntry = sql<Buffer>`sha256(convert_to(${fixedLine} || coalesce((
  select string_agg(E'\\n' || listed.commitment || ' ' || to_json(listed.path)::text, '' order by listed.commitment collate "C")
  from (
    select held.path, ${commitmentOfPath} as commitment from ${valuesOfEntry} as held
    union all
    select gone.key, gone.value from jsonb_each_text(e.erased) as gone
  ) as listed), ''), 'UTF8'))`

/**
 * What a seal of format 1 holds of entry `e`: everything but its id. Columns that were newer than some entries are left out
 * where they are null.
 */
export const digestInTheClear = sql<Buffer>`sha256(convert_to((jsonb_build_array(
    (extract(epoch from e.at) * 1000)::bigint, e.actor_id, e.actor_name, e.role_id,
    e.role_name, e.through, e.address, e.action, e.area, e.record_id,
    e.title, e.before, e.after, e.detail, e.batch, e.undoes,
    e.records::text, e.record_count
  ) || case when e.internal is null then '[]'::jsonb else jsonb_build_array(e.internal) end
    || case when e.client is null then '[]'::jsonb else jsonb_build_array(e.client) end
    || case when e.via is null then '[]'::jsonb else jsonb_build_array(e.via) end)::text, 'UTF8'))`
