import type { DateOrder } from './date-order.ts'
import type { MappingOptions } from './mapping.ts'
import type { FormatOptions } from './rows.ts'

/** Cells of a row that can be corrected, and characters of one. */
export const maxCells = 100
export const maxCellLength = 2_000

/** How a file is read; plain data, since it goes to another thread. */
export interface ReadingOptions extends FormatOptions, MappingOptions {
  /** Columns that together name a row; without, a row is its own name. */
  id?: readonly string[]
  dateFormats?: readonly string[]
  /** Of dates such as 03/04/2026, where no format is given. */
  dateOrder?: DateOrder | undefined
  timeZone?: string | undefined
  /** Of amounts that name none. */
  currency?: string | undefined
  decimal?: '.' | ',' | undefined
  /** Rows of a batch at the most. */
  batchSize?: number
  /** Rows of the file at the most: some 30 bytes of memory go with each. Any number unless given. */
  mostRows?: number
  /** Has what each row holds by column given with it. */
  cells?: boolean
  /** Has the first rows given as they are, and the mapping guessed unless it is there. */
  look?: boolean
}
