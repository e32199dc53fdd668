import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import type { Row, SentQuery } from '../../../api/listing.ts'

/** The rows that are chosen, by id, over all pages; the last one clicked anchors a range. */
export interface Selection<T> {
  chosen: ReadonlyMap<string, Row<T>>
  anchor: string | null
}

/** The rows that stand folded in one line, which are chosen together; undefined for a row that stands for itself. */
type Line<T> = readonly Row<T>[] | undefined
type Toggle<T> = (id: string, range: boolean, line?: Line<T>) => void

type Action<T> =
  | { type: 'toggle'; rows: readonly Row<T>[]; id: string; range: boolean; line?: Line<T> }
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
  put([...rows, ...(action.line ?? [])], !before.chosen.has(action.id))
  return { chosen, anchor: action.id }
}

/** The chosen rows of a list; `toggle`, `togglePage` and `clear` keep their identity, so that no row is drawn anew for them. */
export function useSelection<T>(rows: readonly Row<T>[]) {
  const [selection, dispatch] = useReducer(select<T>, { chosen: new Map(), anchor: null })
  const latest = useRef(rows)
  latest.current = rows
  const toggle: Toggle<T> = useCallback(
    (id, range, line) => dispatch({ type: 'toggle', rows: latest.current, id, range, line }),
    [],
  )
  const togglePage = useCallback(
    (on: boolean) => dispatch({ type: 'page', rows: latest.current, on }),
    [],
  )
  const clear = useCallback(() => dispatch({ type: 'clear' }), [])
  return { chosen: selection.chosen, toggle, togglePage, clear }
}

/** Rows of a list that are chosen, for an action on many of them. */
export interface Chosen<T> {
  /** By id, over all pages; those seen so far where all are chosen. */
  rows: ReadonlyMap<string, Row<T>>
  /** Everything that the query finds, on every page, but for some; null where rows were chosen. */
  all: { query: SentQuery; except: readonly string[] } | null
  /** How many there are. */
  size: number
  /** Lets go of them. */
  clear: () => void
}

/**
 * Turns a selection around: everything that the list finds is chosen, but for the rows that are let
 * go again. Another search or filter is another list and ends it.
 */
export function useChosen<T>(
  { rows, total, query }: { rows: readonly Row<T>[]; total: number; query: SentQuery },
  selection: ReturnType<typeof useSelection<T>>,
): {
  chosen: Chosen<T>
  chooseAll: () => void
  toggle: Toggle<T>
  togglePage: (on: boolean) => void
} {
  const { page, limit, sort, ...narrowing } = query
  const asked = JSON.stringify(narrowing)
  const [inverse, setInverse] = useState<{ asked: string; except: ReadonlySet<string> } | null>(
    null,
  )
  const all = inverse?.asked === asked ? inverse : null
  const { chosen, clear: clearRows } = selection
  const clear = useCallback(() => {
    setInverse(null)
    clearRows()
  }, [clearRows])
  const leave = useCallback((ids: readonly string[], out: boolean | 'toggle') => {
    setInverse((before) => {
      if (before === null) return null
      const except = new Set(before.except)
      const goes = out === 'toggle' ? !except.has(ids[0] ?? '') : out
      for (const id of ids) {
        if (goes) except.add(id)
        else except.delete(id)
      }
      return { ...before, except }
    })
  }, [])
  const leaveOne: Toggle<T> = useCallback(
    (id, _, line) => leave(line?.map((row) => row.id) ?? [id], 'toggle'),
    [leave],
  )
  const leavePage = useCallback(
    (on: boolean) =>
      leave(
        rows.map((row) => row.id),
        !on,
      ),
    [leave, rows],
  )
  const shown = useMemo(
    () =>
      all === null
        ? chosen
        : new Map(rows.filter((row) => !all.except.has(row.id)).map((row) => [row.id, row])),
    [all, chosen, rows],
  )
  return {
    chosen: {
      rows: shown,
      all: all && { query: narrowing, except: [...all.except] },
      size: all ? Math.max(0, total - all.except.size) : chosen.size,
      clear,
    },
    chooseAll: () => setInverse({ asked, except: new Set() }),
    toggle: all ? leaveOne : selection.toggle,
    togglePage: all ? leavePage : selection.togglePage,
  }
}
