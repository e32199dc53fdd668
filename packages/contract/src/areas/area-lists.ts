import type { Permission } from '../permissions/permissions.ts'
import { needsOf } from './area-permissions.ts'
import {
  type Area,
  type AreaName,
  type AreaPath,
  areas,
  type Counted,
  type ListName,
  type Named,
} from './areas.ts'

export interface NamedList extends Named {
  area: AreaName
  path: AreaPath
  module: string
  /** The permissions to see the list, any one of which is enough. */
  needs: readonly [Permission, ...Permission[]]
}

export function listOf(name: ListName): NamedList {
  for (const [key, area] of Object.entries<Area>(areas)) {
    const parts: readonly string[] = [key, ...area.counted, ...area.exported, ...area.imported]
    if (!parts.includes(name)) continue
    const needs = needsOf(area, name, 'list')
    return { ...area, ...area.lists?.[name], area: key, needs } as NamedList
  }
  throw new Error(`there is no list ${name}`)
}

/** The name of a list in addresses, file names and commands: `shoppingPosts` → `shopping-posts`. */
export const kebabOf = <const N extends ListName>(name: N): Kebab<N> =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as Kebab<N>

export type Kebab<N extends string> = N extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : ''

// The dashboard shows the counts of people first.
const { roles, users, ...others } = areas

/** The lists whose records the dashboard counts; it leaves deleted records out. */
export const counted: readonly Counted[] = [users, roles, ...Object.values(others)].flatMap(
  (area): readonly Counted[] => area.counted,
)
