import type { Permission } from '../permissions/permissions.ts'
import { needsOf } from './area-permissions.ts'
import {
  type Area,
  type AreaName,
  type AreaPath,
  areas,
  type Counted,
  type ListName,
} from './areas.ts'

/** A list that has a name: what it is called, its area, its page, and what lets a person see it. */
export interface NamedList {
  area: AreaName
  one: string
  many: string
  title: string
  path: AreaPath
  module: string
  /** Any one of them. */
  needs: readonly [Permission, ...Permission[]]
}

/** Looks a list up by its name. */
export function listOf(name: ListName): NamedList {
  for (const [key, area] of Object.entries<Area>(areas)) {
    const parts: readonly string[] = [key, ...area.counted, ...area.exported, ...area.imported]
    if (!parts.includes(name)) continue
    const needs = needsOf(area, name, 'list')
    return { ...area, ...area.lists?.[name], area: key, needs } as NamedList
  }
  throw new Error(`there is no list ${name}`)
}

/** A list’s name in an address, a file name or a command: `shoppingPosts` → `shopping-posts`. */
export const kebabOf = (name: ListName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

// People come first on the dashboard.
const { roles, users, ...others } = areas

/** What the dashboard counts. Nothing deleted is counted; `polls` holds surveys too. */
export const counted: readonly Counted[] = [users, roles, ...Object.values(others)].flatMap(
  (area): readonly Counted[] => area.counted,
)
