import type { FoundRecord } from '@steward/contract/search'
import type { ReactNode } from 'react'
import type { DeepPartial } from '../../api/read.ts'
import type { Address } from './address-of.ts'

/** A line of the palette that can be chosen: it leads somewhere, or does something. */
export interface PaletteOption {
  id: string
  label: string
  /** What stands below it, and can be typed as well. */
  detail?: string
  icon?: ReactNode
  /** Keys that do the same elsewhere. */
  keys?: string | undefined
  to?: Address
  run?: () => void
  /** The record that it leads to, as the server told of it. */
  found?: DeepPartial<FoundRecord>
}

/** Lines under a heading. */
export interface PaletteGroup {
  label: string
  options: readonly PaletteOption[]
}

/** Whether each word of a text stands at the beginning of a word of a label. */
export function fits(label: string, text: string): boolean {
  const begun = label.toLocaleLowerCase().split(/[\s-]+/u)
  return text
    .toLocaleLowerCase()
    .split(/\s+/u)
    .filter(Boolean)
    .every((word) => begun.some((each) => each.startsWith(word)))
}
