import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { ImportConflict, ImportPreview } from '@steward/contract/records/imports'

type Sent = BodyOf<'imports.preview'>

export type DateOrder = NonNullable<Sent['dateOrder']>
export type DateEvidence = ImportPreview['dates']
export type Survey = ImportPreview['survey']
/** What becomes of a row whose id a record with other content has. */
export type OnConflict = NonNullable<Sent['onConflict']>
export type ConflictSample = ImportConflict

/** How a file is read; plain data, since it goes to another thread. */
export interface ReadingOptions extends Omit<Sent, 'source' | 'onConflict' | 'id'> {
  id?: readonly string[] | undefined
  batchSize?: number
  /** Rows of the file: some 30 bytes of memory go with each. Any number unless given. */
  maxRows?: number
  cells?: boolean
  guess?: boolean
}
