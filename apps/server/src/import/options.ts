import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { ImportConflict, ImportPreview } from '@steward/contract/records/imports'

/** What the contract says of how a file is read and imported. */
type Sent = BodyOf<'imports.preview'>

/** Which of two numbers before the year is the day, in all dates of a file. */
export type DateOrder = NonNullable<Sent['dateOrder']>
/** What the dates of a file say of their order. */
export type DateEvidence = ImportPreview['dates']
/** What the first rows of a file hold that a person should know before they go in. */
export type Survey = ImportPreview['survey']
/** What becomes of a row whose id a record with other content has. */
export type OnConflict = NonNullable<Sent['onConflict']>
/** Both sides of a conflict, as texts. */
export type ConflictSample = ImportConflict

/** How a file is read; plain data, since it goes to another thread. */
export interface ReadingOptions extends Omit<Sent, 'source' | 'onConflict' | 'id'> {
  /** Columns that together name a row; without, a row is its own name. */
  id?: readonly string[] | undefined
  /** Rows of a batch. */
  batchSize?: number
  /** Rows of the file: some 30 bytes of memory go with each. Any number unless given. */
  maxRows?: number
  /** Includes what each row holds by column. */
  cells?: boolean
  /** Guesses the mapping unless it is given. */
  guess?: boolean
}
