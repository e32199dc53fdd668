import { needsOf } from '@steward/contract/areas/area-permissions'
import { type AreaName, areas as contract } from '@steward/contract/areas/areas'
import { userTypes } from '@steward/contract/users/users'
import { among } from '../../db/filters/conditions.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { hasPermission, requirePermission } from '../../http/authorize.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import type { AreaModule, SearchedArea } from '../records/area.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { type Permitted, searchEverywhere } from './search.service.ts'
import { SearchTurns } from './search-turns.ts'

/** The time limit per area on the embedded engine, which has one session, in milliseconds. */
const maxEmbeddedMs = 2_000

/** Handlers of the search everywhere. */
export function searchHandlers(services: Services): Handlers<'search.everywhere'> {
  const { db, config, areas, countShown } = services
  const turns = new SearchTurns()
  const limits = config.databaseUrl === undefined ? { areaMs: maxEmbeddedMs } : {}
  return {
    'search.everywhere': async ({ query, session }) => {
      const permitted = permittedTo(areas.all, session)
      const data = await turns.take(session.user.id, () =>
        searchEverywhere(db, permitted, { ...query, ...limits }),
      )
      const people = data.results.flatMap(({ area, _id }) => (area === 'users' ? { id: _id } : []))
      await countShown(session, people)
      for (const area of new Set(data.results.map((each) => each.area))) noteUse(session, area)
      return { data }
    },
  }
}

function permittedTo(areas: readonly AreaModule[], session: Session): Permitted {
  const permitted = new Map<AreaName, SearchedArea>()
  const types = listedTypes(session)
  const users = areas.find(({ name }) => name === 'users')
  if (users && types.length > 0) {
    const conditions = types.length === userTypes.length ? [] : among('type', types, 'type')
    permitted.set('users', { ...users.search, conditions })
  }
  for (const { name, search } of areas) {
    const needs = needsOf(contract[name], name, 'list')
    if (name !== 'users' && needs.some((each) => hasPermission(session, each)))
      permitted.set(name, search)
  }
  const { scope } = session
  if (!scope) return permitted
  return new Map([...permitted].map(([name, area]) => [name, scopedSearch(area, scope)]))
}

function scopedSearch(area: SearchedArea, scope: ReadScope): SearchedArea {
  const listing = scope.listing(area.listing)
  const { searchedColumns } = listing
  const keys = searchedColumns
    ? area.keys.filter((key) => searchedColumns.includes(key))
    : area.keys
  return { ...area, listing, keys, scope }
}

function noteUse(session: Session, name: AreaName): void {
  const [need, ...more] = needsOf(contract[name], name, 'list')
  if (more.length === 0) requirePermission(session, need)
}
