import { type UserType, userTypes } from '@steward/contract/users/users'
import { msg } from '@steward/i18n/reader'
import type { Said } from '@steward/i18n/sentence'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import { where } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { Scope } from '../../db/write/scope.ts'
import { isId } from '../../ids.ts'
import { textKey } from '../../text-key.ts'
import { idKey } from '../keys.ts'

/** Whom the person may list, by type and by the rows that they see, so that an import doesn't reveal others. */
export interface Findable {
  types: readonly UserType[]
  scope: Scope | null
}
export type Finder = () => Findable

const everybody: Findable = { types: userTypes, scope: null }

type Person = { id: string; name: string }

const maxKnown = 50_000

/** Finds people and categories by the names in rows, in batches, and caches the results. */
export async function openNames(db: Db, source: string, finder: Finder = () => everybody) {
  let now: Findable = { types: [], scope: null }
  const known = new Map<string, Person | { reason: Said }>()
  const categories = await queryAll(db)<Person & { slug: string }>`
    select id, name, slug from categories where deleted_at is null`
  const byName = Map.groupBy(categories, ({ name }) => textKey(name))
  const byKey = new Map(
    categories.flatMap((each) => [each.slug, each.id].map((key) => [textKey(key), each] as const)),
  )
  return {
    find: async (people: Iterable<string>): Promise<void> => {
      const before = now
      now = finder()
      if (keyOf(now) !== keyOf(before)) known.clear()
      const missing = [...new Set(people)].filter((text) => !known.has(text))
      if (missing.length === 0) return
      if (known.size + missing.length > maxKnown) known.clear()
      const found = await findPeople(db, missing, now, source)
      for (const text of missing) {
        const [only, second] = found.get(text) ?? []
        if (second) known.set(text, { reason: msg('is the name or id of several people') })
        else known.set(text, only ?? { reason: unknownReason(now) })
      }
    },
    namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map()
      const rows = await queryAll(db)<Person>`
        select u.id, u.name from users as u where u.id = any(${ids}::uuid[]) and ${isFindable(finder())}
        union all
        select id, name from categories where id = any(${ids}::uuid[])
      `
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    person: (text: string) => known.get(text) ?? { reason: unknownReason(now) },
    category: (text: string) => {
      const key = textKey(text.trim())
      const named = byName.get(key) ?? []
      // Slugs are unique, so a slug takes precedence over a name.
      const found = byKey.get(key) ?? named[0]
      if (!found) return { reason: msg('is no category') }
      if (!byKey.has(key) && named.length > 1)
        return { reason: msg('is the name of several categories; use the slug') }
      return found
    },
  }
}

const keyOf = ({ types, scope }: Findable) => `${types.join()} ${scope?.key}`

/** Whether the person may list the user `u`. */
function isFindable({ types, scope }: Findable): RawBuilder<SqlBool> {
  const seen = scope?.seen('users', current) ?? []
  const ofTypes = sql<SqlBool>`u.type = any(${[...types]}::text[])`
  if (seen.length === 0) return ofTypes
  return sql<SqlBool>`(${ofTypes} and exists (
    select 1 from (select u.id as asked) as one join users as t on t.id = one.asked ${where(seen)}))`
}

function unknownReason({ types, scope }: Findable): Said {
  const isNarrowed = (scope?.seen('users', current) ?? []).length > 0
  if (types.length === userTypes.length && !isNarrowed) return msg('is nobody known here')
  if (types.length === 0)
    return msg('can’t be looked up: naming people needs a permission to list users')
  return msg('is nobody known here whom you may list')
}

/** Finds people by `_id`, else by e-mail address, id in an imported file, or name. */
async function findPeople(db: Db, texts: string[], now: Findable, source: string) {
  const people = new Map<string, Person[]>()
  if (now.types.length === 0) return people
  const asked = texts.map((text) => {
    const value = text.trim()
    return { text, value, id: isId(value) ? value : null, key: idKey([value]).toString('hex') }
  })
  const seen = sql`u.deleted_at is null and ${isFindable(now)}`
  const rows = await queryAll(db)<Person & { text: string; rank: number }>`
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
  `
  for (const [text, found] of Map.groupBy(rows, (row) => row.text)) {
    const best = Math.min(...found.map(({ rank }) => rank))
    const byId = new Map(found.filter(({ rank }) => rank === best).map((each) => [each.id, each]))
    people.set(
      text,
      [...byId.values()].map(({ id, name }) => ({ id, name })),
    )
  }
  return people
}
