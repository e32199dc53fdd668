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

/** What this browser remembers of a list; anything broken, or storage that is forbidden, counts as nothing. */
export function memoryOf(list: string): ListMemory {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(memoryKeyOf(list)) ?? 'null')
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
