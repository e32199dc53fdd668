import { useMemo, useReducer, useRef } from 'react'
import type { Row, SentQuery } from '../../../api/listing.ts'

export interface Selection<T> {
  /** The chosen rows of all pages, by id. */
  chosen: ReadonlyMap<string, Row<T>>
  /** The row chosen last, where a range with Shift begins. */
  anchor: string | null
  /** The query of which everything is chosen, with exceptions; null if single rows are chosen. */
  all: { asked: string; except: ReadonlySet<string> } | null
}

type Action<T> =
  /** @param line the rows that are folded in one line with this one, which are chosen together */
  | { type: 'toggle'; id: string; range: boolean; line?: readonly Row<T>[] | undefined }
  | { type: 'page'; on: boolean }
  | { type: 'all' }
  | { type: 'clear' }

/**
 * Chooses rows: one, a range from the anchor (Shift), a page, everything, or none. Where everything is chosen, rows
 * are let go of and taken back.
 * @param action.rows those of the page
 * @param action.asked what the list is asked; another search or filter ends that everything is chosen
 */
export function select<T>(
  before: Selection<T>,
  action: Action<T> & { rows: readonly Row<T>[]; asked: string },
): Selection<T> {
  const { rows, asked } = action
  if (action.type === 'clear') return { chosen: new Map(), anchor: null, all: null }
  if (action.type === 'all') return { ...before, all: { asked, except: new Set() } }
  if (before.all?.asked === asked) {
    const except = new Set(before.all.except)
    const some = action.type === 'page' ? rows : (action.line ?? [action])
    const on = action.type === 'page' ? action.on : except.has(action.id)
    for (const { id } of some) {
      if (on) except.delete(id)
      else except.add(id)
    }
    return { ...before, all: { asked, except } }
  }
  const chosen = new Map(before.chosen)
  const put = (some: readonly Row<T>[], on: boolean) => {
    for (const row of some) {
      if (on) chosen.set(row.id, row)
      else chosen.delete(row.id)
    }
  }
  if (action.type === 'page') {
    put(rows, action.on)
    return { chosen, anchor: null, all: null }
  }
  const to = rows.findIndex((row) => row.id === action.id)
  if (to < 0) return before
  const anchor = rows.findIndex((row) => row.id === before.anchor)
  const from = action.range && anchor >= 0 ? anchor : to
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  put([...range, ...(action.line ?? [])], !before.chosen.has(action.id))
  return { chosen, anchor: action.id, all: null }
}

/** Rows of a list that are chosen, for an action on many of them. */
export interface Chosen<T> {
  /** The chosen rows of all pages by id; if all are chosen, those seen so far. */
  rows: ReadonlyMap<string, Row<T>>
  /** Everything that the query finds, on every page, but for some; null where rows were chosen. */
  all: { query: SentQuery; except: readonly string[] } | null
  size: number
  clear: () => void
}

/** What is chosen of a list, and what chooses; the functions stay the same, so that no row is drawn anew for them. */
export function useSelection<T>(rows: readonly Row<T>[], total: number, query: SentQuery) {
  const { page, limit, sort, ...narrowing } = query
  const asked = JSON.stringify(narrowing)
  const [selection, dispatch] = useReducer(select<T>, {
    chosen: new Map(),
    anchor: null,
    all: null,
  })
  const latest = useRef({ rows, asked })
  latest.current = { rows, asked }
  const choose = useMemo(() => {
    const act = (action: Action<T>) => dispatch({ ...action, ...latest.current })
    return {
      toggle: (id: string, range: boolean, line?: readonly Row<T>[]) =>
        act({ type: 'toggle', id, range, line }),
      togglePage: (on: boolean) => act({ type: 'page', on }),
      chooseAll: () => act({ type: 'all' }),
      clear: () => act({ type: 'clear' }),
    }
  }, [])
  const all = selection.all?.asked === asked ? selection.all : null
  const shown = useMemo(
    () =>
      all === null
        ? selection.chosen
        : new Map(rows.filter(({ id }) => !all.except.has(id)).map((row) => [row.id, row])),
    [all, selection.chosen, rows],
  )
  const chosen: Chosen<T> = {
    rows: shown,
    all: all && { query: narrowing, except: [...all.except] },
    size: all ? Math.max(0, total - all.except.size) : shown.size,
    clear: choose.clear,
  }
  return { ...choose, chosen }
}
