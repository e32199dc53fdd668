import { pageSizes } from '../url/list-codec.ts'

/** What this browser remembers of a list. */
export interface ListMemory {
  density: 'comfortable' | 'compact'
  /** Rows a page, or null until one is chosen. */
  limit: number | null
  /** Widths of dragged columns, in px, by column key. */
  widths: Readonly<Record<string, number>>
  /** Column keys in the person's order; empty for the order of the definition. */
  order: readonly string[]
}

const nothing: ListMemory = { density: 'comfortable', limit: null, widths: {}, order: [] }
export const memoryKeyOf = (list: string) => `steward-list-${list}`

/** The least and the greatest width of a column, in px. */
export const widthLimits = { min: 48, max: 900 } as const

/** Keeps a width within {@link widthLimits}, as a whole number. */
export const fitWidth = (width: number): number =>
  Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width)))

/** Reads what was stored; anything broken counts as nothing. */
export function readMemory(text: string | null): ListMemory {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return nothing
    const { density, limit, widths, order } = stored as Record<string, unknown>
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      limit: pageSizes.find((size) => size === limit) ?? null,
      widths: Object.fromEntries(
        Object.entries(typeof widths === 'object' && widths !== null ? widths : {})
          .filter(([, width]) => typeof width === 'number' && Number.isFinite(width))
          .map(([key, width]) => [key, fitWidth(width)]),
      ),
      order: Array.isArray(order) ? order.filter((key) => typeof key === 'string') : [],
    }
  } catch {
    return nothing
  }
}

/** Rows a page that the reader last chose for a list, if any. */
export const rememberedLimit = (list: string): number | null =>
  readMemory(stored(memoryKeyOf(list))).limit

/** A value of local storage; null if it is missing or storage is forbidden. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
