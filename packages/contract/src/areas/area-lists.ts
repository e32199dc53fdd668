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
  /** Any one of them. */
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

/** In addresses, file names and commands: `shoppingPosts` → `shopping-posts`. */
export const kebabOf = <const N extends ListName>(name: N): Kebab<N> =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as Kebab<N>

export type Kebab<N extends string> = N extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : ''

// People come first on the dashboard.
const { roles, users, ...others } = areas

/** On the dashboard; without deleted records. */
export const counted: readonly Counted[] = [users, roles, ...Object.values(others)].flatMap(
  (area): readonly Counted[] => area.counted,
)
