import type { SentQuery } from '../../api/listing.ts'
import type { ListState } from '../../ui/list/url/list-spec.ts'

/** What the search over all roles sends (specification section 7): `name` alone on the first page. */
export function allRolesQuery(query: SentQuery, state: ListState): SentQuery {
  if (state.search === '' || state.page > 1) return query
  const { page: _page, limit: _limit, ...rest } = query
  return rest
}

/** What the inactive and deleted lists send: their search is trimmed (specification section 9). */
export function trimmedRolesQuery(query: SentQuery): SentQuery {
  const { name, ...rest } = query
  const trimmed = typeof name === 'string' ? name.trim() : ''
  return trimmed === '' ? rest : { ...rest, name: trimmed }
}
