import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { LiveChange } from '@steward/contract/live/live'

/** Records that are kept by their ids; of more it is only known that there are many. */
const maxIds = 1_000

export interface AreaChanges {
  /** How often each record was changed, by its id. */
  ids: Map<string, number>
  /** The ids of the records whose last change deleted them. */
  deleted: Set<string>
  actions: Set<LiveChange['action']>
  /** Whether more records changed than `ids` names. */
  many: boolean
}

/** Changes that were reported and not handled yet; of bounded size, however many there are. */
export interface Gathered {
  areas: Map<AuditArea, AreaChanges>
  all: boolean
}

const nothingOf = (): AreaChanges => ({
  ids: new Map(),
  deleted: new Set(),
  actions: new Set(),
  many: false,
})
export const nothingGathered = (): Gathered => ({ areas: new Map(), all: false })

export function gather({ areas }: Gathered, { area, action, ids }: LiveChange): void {
  const of = areas.get(area) ?? nothingOf()
  areas.set(area, of)
  of.actions.add(action)
  // An event without ids is about more records than it could name.
  if (ids.length === 0) of.many = true
  for (const id of ids) {
    if (of.ids.size >= maxIds && !of.ids.has(id)) {
      of.many = true
      continue
    }
    of.ids.set(id, (of.ids.get(id) ?? 0) + 1)
    if (action === 'delete' || action === 'purge') of.deleted.add(id)
    else of.deleted.delete(id)
  }
}

/**
 * Removes the changes that this tab made itself.
 * @param others how many of a record’s changes are others’
 * @returns the areas in which nothing else happened
 */
export function withoutOwn(
  gathered: Gathered,
  others: (area: AuditArea, id: string, count: number) => number,
): AuditArea[] {
  const own: AuditArea[] = []
  for (const [area, changes] of gathered.areas) {
    for (const [id, count] of changes.ids) {
      if (others(area, id, count) > 0) continue
      changes.ids.delete(id)
      changes.deleted.delete(id)
    }
    if (changes.ids.size > 0 || changes.many) continue
    gathered.areas.delete(area)
    own.push(area)
  }
  return own
}

/** Adds what could not be followed to what was gathered since. */
export function putBack(gathered: Gathered, left: Gathered): void {
  gathered.all ||= left.all
  for (const [area, before] of left.areas) {
    const now = gathered.areas.get(area) ?? nothingOf()
    const deleted = [...before.deleted].filter((id) => !now.ids.has(id))
    gathered.areas.set(area, {
      ids: new Map([...before.ids, ...now.ids]),
      deleted: new Set([...deleted, ...now.deleted]),
      actions: new Set([...before.actions, ...now.actions]),
      many: before.many || now.many,
    })
  }
}
