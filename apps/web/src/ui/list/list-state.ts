/** Where a list stands; all of it in the URL. */
export interface ListState {
  /** From 1. */
  page: number
  /** Rows a page. */
  limit: number
  search: string
  /** `field` or `-field`. */
  sort: string
  filters: Readonly<Record<string, readonly string[]>>
  /** The columns shown, or null for those shown at first. */
  columns: readonly string[] | null
  /** The id of the record in the drawer. */
  open: string | null
}
