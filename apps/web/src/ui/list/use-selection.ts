import { useCallback, useReducer } from 'react'
import type { Row } from '../../api/listing.ts'

/** The rows that are chosen, by id, over all pages; the last one clicked anchors a range. */
export interface Selection<T> {
  chosen: ReadonlyMap<string, Row<T>>
  anchor: string | null
}

type Action<T> =
  | { type: 'toggle'; rows: readonly Row<T>[]; id: string; range: boolean }
  | { type: 'page'; rows: readonly Row<T>[]; on: boolean }
  | { type: 'clear' }

/** Chooses rows: one, a range from the anchor (Shift), a page, or none. */
export function select<T>(before: Selection<T>, action: Action<T>): Selection<T> {
  if (action.type === 'clear') return { chosen: new Map(), anchor: null }
  const chosen = new Map(before.chosen)
  const put = (rows: readonly Row<T>[], on: boolean) => {
    for (const row of rows) {
      if (on) chosen.set(row.id, row)
      else chosen.delete(row.id)
    }
  }
  if (action.type === 'page') {
    put(action.rows, action.on)
    return { chosen, anchor: null }
  }
  const to = action.rows.findIndex((row) => row.id === action.id)
  if (to < 0) return before
  const anchor = action.rows.findIndex((row) => row.id === before.anchor)
  const from = action.range && anchor >= 0 ? anchor : to
  const rows = action.rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  put(rows, !before.chosen.has(action.id))
  return { chosen, anchor: action.id }
}

/** The chosen rows of a list; `toggle`, `togglePage` and `clear` keep their identity with `rows`. */
export function useSelection<T>(rows: readonly Row<T>[]) {
  const [selection, dispatch] = useReducer(select<T>, { chosen: new Map(), anchor: null })
  const toggle = useCallback(
    (id: string, range: boolean) => dispatch({ type: 'toggle', rows, id, range }),
    [rows],
  )
  const togglePage = useCallback((on: boolean) => dispatch({ type: 'page', rows, on }), [rows])
  const clear = useCallback(() => dispatch({ type: 'clear' }), [])
  return { chosen: selection.chosen, toggle, togglePage, clear }
}
