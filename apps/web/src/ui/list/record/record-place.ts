import type { QueryKey, SkipToken } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import type { Row } from '../../../api/listing.ts'
import type { LiveList } from '../live/use-live-rows.ts'
import type { ListDefinition } from '../url/list-definition.ts'

export interface RecordOfList<T> {
  definition: ListDefinition<T>
  data: { rows: readonly Row<T>[]; loading: boolean; stale?: boolean; live?: LiveList }
  place: RecordPlace<T>
  open: string | null
  onOpen: (id: string) => void
  onClose: () => void
  /** Draws the record; `close` is called once it is gone for good. */
  children: (row: Row<T>, close: () => void) => ReactNode
}

export interface RecordQuery<T> {
  queryKey: QueryKey
  queryFn?: ((context: never) => T | Promise<T>) | SkipToken | undefined
}

/** The page before or after the one that is shown. */
export interface NextPage<T> {
  page: number
  /** Loads the page; its row next to this page's rows, null where there is none. */
  load: () => Promise<Row<T> | null>
}

/** Where a list's record opens, and what is around it in the list. */
export interface RecordPlace<T> {
  isBeside: boolean
  /** The element beside the list that the record is drawn in; null while there is none. */
  beside: HTMLElement | null
  /** True while the next record that is shown is to get the focus. */
  wanted: RefObject<boolean>
  /** Goes to the next or previous record, for the list's own keys. */
  walk: RefObject<((step: 1 | -1) => void) | null>
  onList: () => void
  one?: ((id: string) => RecordQuery<T>) | undefined
  /** The query that the rows answer: a row that leaves during one query has changed itself. */
  question: string
  /** The number of rows before this page, and in all; undefined if unknown. */
  before: number
  total: number | undefined
  /** The next or previous page; null where there is none. */
  over: (step: 1 | -1) => NextPage<T> | null
  /** Opens a record of another page, with that. */
  onPage: (page: number, id: string) => void
}
