import { counted, listOf } from '@steward/contract/areas/area-lists'
import type { AreaPath, Counted } from '@steward/contract/areas/areas'
import type { Permission } from '@steward/contract/permissions/permissions'
import { capitalize } from '@steward/contract/values/capitalize'
import { isObject, numberOf } from '../../api/answers/read.ts'

export interface Tile {
  key: string
  label: string
  /** The number of records; null if the server doesn't send one. */
  count: number | null
  /** The number of new records for each day, oldest first; null if unknown. */
  trend: readonly number[] | null
  imported: number
  /** The list of the counted records, with the permissions, any one of which opens it. */
  list: { path: AreaPath; needs: readonly Permission[] } | null
}

/** The counts that the dashboard knows, by module in the sidebar's order. */
const known = [...new Set(counted.map((name) => listOf(name).module))].flatMap((module) =>
  counted.filter((name) => listOf(name).module === module),
)
const isKnown = (key: string): key is Counted => known.some((name) => name === key)

/** Tiles of a dashboard answer (specification section 3): known counts in our order, then others. */
export function tilesOf(data: unknown): Tile[] {
  const counts = recordOf(recordOf(data)['counts'])
  const trends = recordOf(recordOf(data)['trends'])
  const imported = recordOf(recordOf(data)['imported'])
  const ours = known.filter((key) => Object.hasOwn(counts, key))
  const theirs = Object.keys(counts).filter((key) => !isKnown(key))
  return [...ours, ...theirs].map((key) => ({
    key,
    label: isKnown(key) ? listOf(key).title : labelOf(key),
    count: numberOf(counts[key]),
    trend: trendOf(trends[key]),
    imported: numberOf(imported[key]) ?? 0,
    list: isKnown(key) ? listOf(key) : null,
  }))
}

export function labelOf(key: string): string {
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return capitalize(words) || key
}

function trendOf(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  return value.map((each) => Math.max(0, numberOf(each) ?? 0))
}

const recordOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
