import { type AreaName, areas } from '@steward/contract/areas/areas'
import type { FoundRecord } from '@steward/contract/search/search'
import type { NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { needed, typeOf, userTypes } from '../../shared/people/user-types.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'

/** Where something leads. */
export type Address = Pick<NavigateOptions, 'to' | 'params' | 'search'>

/** A line of the palette that can be chosen: it leads somewhere, or does something. */
export interface PaletteOption {
  id: string
  label: string
  /** A further text of the option, which is shown below and also found by typing. */
  detail?: string
  icon?: ReactNode
  /** The keys that do the same outside of the palette. */
  keys?: string | undefined
  to?: Address
  run?: () => void
  /** The record that it leads to, as the server sent it. */
  found?: FoundRecord
}

/** Lines under a heading. */
export interface PaletteGroup {
  label: string
  options: readonly PaletteOption[]
}

/** Whether each word of a text is the beginning of a word of the label. */
export function fits(label: string, text: string): boolean {
  const begun = label.toLocaleLowerCase().split(/[\s-]+/u)
  return text
    .toLocaleLowerCase()
    .split(/\s+/u)
    .filter(Boolean)
    .every((word) => begun.some((each) => each.startsWith(word)))
}

/** The part of a record on which its address depends. */
export interface Addressed {
  area: AreaName
  id: string
  /** The type of a user; absent for other records. */
  type?: string | null | undefined
  deleted?: boolean
}

/** The address of a record: a page of its own, or its list with it open. */
export function addressOf({ area, id, type, deleted = false }: Addressed, can: Can): Address {
  const search = { open: id, ...(deleted && { deleted: 'only' as const }) }
  if (area === 'users') {
    const kind = typeOf({ type })
    if (!deleted && can(needed(kind, 'view'))) return { to: '/users/$id', params: { id } }
    return { to: userTypes[kind].path, search }
  }
  if (area === 'roles') return { to: '/roles/$id', params: { id } }
  return { to: areas[area].path, search }
}
