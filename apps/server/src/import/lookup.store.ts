import { type UserType, userTypes } from '@steward/contract/users'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { isId } from '../ids.ts'
import { textKey } from '../text-key.ts'
import { idKey } from './keys.ts'

/** Finds what rows refer to, by the batch; what was found stays known. */
export interface Lookup {
  /** Looks up whom these texts name, for {@link Lookup.person}. */
  people(texts: Iterable<string>): Promise<void>
  /** The `_id` of a person, or why there is none. */
  person(text: string): { id: string; name: string } | { reason: string }
  /** What people, of those who may be found, and categories are called, by their `_id`. */
  namesOf(ids: readonly string[]): Promise<Map<string, string>>
  /** The `_id` of a category, or why there is none. */
  category(text: string): string | { reason: string }
}

/**
 * Which types of people may be found by what a row calls them, at this moment. Whoever may not list
 * people of a type must not learn from an import which addresses, names and ids they have: for them
 * such a person is nobody, as one is who doesn't exist.
 */
export type Finder = () => readonly UserType[]

const everybody: Finder = () => userTypes

/** So many people stay known; more would make memory grow with the file. */
const mostKnown = 50_000

/**
 * Opens a lookup; categories are read once, now.
 * @param source whose ids of people count before those of others
 */
export async function openLookup(
  db: Db,
  source: string,
  finder: Finder = everybody,
): Promise<Lookup> {
  let types: readonly UserType[] = []
  const known = new Map<string, { id: string; name: string } | { reason: string }>()
  const categories = await readCategories(db)
  return {
    people: async (texts) => {
      const now = finder()
      if (now.join() !== types.join()) known.clear()
      types = now
      const missing = [...new Set(texts)].filter((text) => !known.has(text))
      if (missing.length === 0) return
      if (known.size + missing.length > mostKnown) known.clear()
      const found = await findPeople(db, missing, types, source)
      const nobody = nobodyOf(types)
      for (const text of missing) {
        const ids = found.get(text) ?? []
        const [only] = ids
        known.set(
          text,
          ids.length === 1 && only
            ? only
            : {
                reason: ids.length === 0 ? nobody : 'is the name or id of several people',
              },
        )
      }
    },
    namesOf: async (ids) => {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from users where id = any(${ids}::uuid[]) and type = any(${[...finder()]}::text[])
        union all
        select id, name from categories where id = any(${ids}::uuid[])
      `.execute(db)
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    person: (text) => known.get(text) ?? { reason: nobodyOf(types) },
    category: (text) => {
      const ids = categories.get(textKey(text.trim()))
      if (!ids) return { reason: 'is no category' }
      if (ids.size > 1) return { reason: 'is the name of several categories; use the slug' }
      return [...ids][0] as string
    },
  }
}

/** What is said of a name that finds nobody: the same whether there is such a person or not. */
function nobodyOf(types: readonly UserType[]): string {
  if (types.length === userTypes.length) return 'is nobody known here'
  if (types.length === 0) {
    return 'can’t be looked up: naming people needs a permission to list users'
  }
  return 'is nobody known here whom you may list'
}

async function readCategories(db: Db): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'slug'])
    .where('deleted_at', 'is', null)
    .execute()
  const slugs = new Map(
    rows.flatMap(
      ({ id, slug }) =>
        [
          [slug, id],
          [id, id],
        ] as [string, string][],
    ),
  )
  const found = new Map<string, Set<string>>()
  for (const { id, name } of rows) {
    const key = textKey(name)
    found.set(key, (found.get(key) ?? new Set()).add(id))
  }
  // A slug is unique, so it wins over a name.
  for (const [slug, id] of slugs) found.set(textKey(slug), new Set([id]))
  return found
}

/**
 * Whom texts name: the first of `_id`, e-mail address, id in an imported file, and name that knows
 * somebody.
 */
async function findPeople(db: Db, texts: string[], types: readonly UserType[], source: string) {
  if (types.length === 0) return new Map<string, { id: string; name: string }[]>()
  const asked = texts.map((text) => {
    const value = text.trim()
    return { text, value, id: isId(value) ? value : null, key: idKey([value]).toString('hex') }
  })
  const seen = sql`u.deleted_at is null and u.type = any(${types}::text[])`
  const { rows } = await sql<{ text: string; rank: number; id: string; name: string }>`
    with asked as materialized (
      select a.*, steward_key(value) as exact, steward_fold(value) as folded
      from json_to_recordset(${JSON.stringify(asked)}::json)
        as a(text text, value text, id uuid, key text)
    )
    select a.text, found.* from asked a cross join lateral (
      (select 1 as rank, u.id, u.name from users u
       where u.id = a.id and ${seen} limit 1)
      union all
      (select 2, u.id, u.name from users u
       where steward_key(u.email) = a.exact and ${seen} limit 1)
      union all
      (select case when i.source = ${source} then 3 else 4 end, u.id, u.name
       from imported_rows i join users u on u.id = i.record_id
       where i.area = 'members' and i.key = decode(a.key, 'hex') and ${seen}
       order by 1 limit 2)
      union all
      (select 5, u.id, u.name from users u
       where (steward_fold(u.name) collate "C") = a.folded
         and steward_key(u.name) = a.exact and ${seen} limit 2)
    ) found
  `.execute(db)
  const best = new Map<string, { rank: number; people: { id: string; name: string }[] }>()
  for (const { text, rank, id, name } of rows) {
    const so = best.get(text)
    if (!so || rank < so.rank) best.set(text, { rank, people: [{ id, name }] })
    else if (rank === so.rank && so.people.every((person) => person.id !== id))
      so.people.push({ id, name })
  }
  return new Map([...best].map(([text, { people }]) => [text, people]))
}
