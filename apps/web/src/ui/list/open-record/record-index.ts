import type { Pagination } from '@steward/contract/lists/listing'
import type { QueryKey, SkipToken } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListQuery, Row, SentQuery } from '../../../api/listing.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import type { ListState } from '../definition/list-spec.ts'
import type { LiveList } from '../live/use-live-rows.ts'
import type { useOpenRecord } from './use-open-record.ts'

/** The open record of a list, and what is around it. Its functions are methods, so that one component draws that of any list. */
export interface RecordOfList<T> {
  definition: ListDefinition<T>
  state: ListState
  data: {
    rows: readonly Row<T>[]
    loading: boolean
    stale?: boolean
    live?: LiveList
    /** Absent where all rows are one page, as on a board or in a calendar. */
    pagination?: Pagination | null
    /** The exact total; undefined if unknown. */
    total?: number | undefined
    /** The rows of all pages, where they are here. */
    all?: readonly Row<T>[] | null
  }
  /** The query that the rows answer: a row that leaves during one query has changed itself. */
  question: string
  /** The query options of another page. */
  options(query: SentQuery): ListQuery<T>
  /** Resolves when all writes of this tab are answered. */
  settled?: (() => Promise<void>) | undefined
  /** Loads a record that isn't on the page; absent where the server can't. */
  one?: ((id: string) => RecordQuery<T>) | undefined
  place: ReturnType<typeof useOpenRecord>['place']
  /** @param page where the record is on another page: that */
  onOpen: (id: string, page?: Partial<ListState>) => void
  onClose: () => void
  /** Draws the record; `close` is called once it is gone for good. */
  children(row: Row<T>, close: () => void): ReactNode
}

export interface RecordQuery<T> {
  queryKey: QueryKey
  queryFn?: ((context: never) => T | Promise<T>) | SkipToken | undefined
}
