import type { QueryKey, SkipToken } from '@tanstack/react-query'
import { createContext, type ReactNode, type RefObject } from 'react'
import type { Row } from '../../../api/listing.ts'
import type { ListDefinition } from '../screen/list-definition.ts'
import type { ListData } from '../screen/use-list-data.ts'

export interface RecordOfList<T> {
  definition: ListDefinition<T>
  data: Pick<ListData<T>, 'rows' | 'loading'> & Partial<Pick<ListData<T>, 'live' | 'stale'>>
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
  /** Its row that stands next to the rows of this one; null where there is none after all. */
  load: () => Promise<Row<T> | null>
}

/** Where a list's record opens, and what is around it in the list. */
export interface RecordPlace<T> {
  isBeside: boolean
  /** The element beside the list; null while it isn't there. */
  beside: HTMLElement | null
  /** Set while the next record that is shown is to get the focus. */
  wanted: RefObject<boolean>
  /** Walks the open record, for the list's own keys. */
  walk: RefObject<((step: 1 | -1) => void) | null>
  onList: () => void
  one?: ((id: string) => RecordQuery<T>) | undefined
  /** What the rows answer: where one of them leaves while this stays, its record has changed. */
  question: string
  /** How many rows stand before those of this page, and how many there are; undefined where nobody knows. */
  before: number
  total: number | undefined
  /** The page over the end of this one; null where there is none. */
  over: (step: 1 | -1) => NextPage<T> | null
  /** Opens a record of another page, with that. */
  onPage: (page: number, id: string) => void
}

export const RecordPlaceContext = createContext<RecordPlace<never> | null>(null)
