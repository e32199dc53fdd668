import type { MappingOptions } from './mapping.ts'
import type { FormatOptions } from './rows.ts'

/** How a file is read; plain data, since it goes to another thread. */
export interface ReadingOptions extends FormatOptions, MappingOptions {
  /** Columns that together name a row; without, a row is its own name. */
  id?: readonly string[]
  dateFormats?: readonly string[]
  timeZone?: string | undefined
  /** Of amounts that name none. */
  currency?: string | undefined
  decimal?: '.' | ',' | undefined
  /** Rows of a batch at the most. */
  batchSize?: number
  /** Rows of the file at the most: some 30 bytes of memory go with each. Any number unless given. */
  mostRows?: number
  /** Has the first rows given as they are, and the mapping guessed unless it is there. */
  look?: boolean
}
