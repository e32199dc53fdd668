import { type Listed, listings } from '@steward/contract/areas/listings'
import type { RawBuilder } from 'kysely'

const personKeys = Object.values<Listed>(listings).flatMap(({ filters }) =>
  Object.entries(filters).flatMap(([key, kind]) => (kind === 'person' ? [key, `${key}.not`] : [])),
)

/** Replaces `me` in filters by person with the id of the caller, or an expression for it. */
export function withMe<Q>(
  query: Q,
  staff: { user: { id: string | RawBuilder<string> } } | undefined,
): Q {
  if (!staff) return query
  const asked = query as Record<string, unknown>
  const changed = personKeys.flatMap((key) => {
    const values = asked[key]
    if (!Array.isArray(values) || !values.some(isMe)) return []
    return [[key, values.map((value) => (isMe(value) ? staff.user.id : value))]]
  })
  return changed.length > 0 ? { ...query, ...Object.fromEntries(changed) } : query
}

const isMe = (value: unknown) => typeof value === 'string' && value.toLowerCase() === 'me'
