import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { ImportConflict, ImportPreview } from '@steward/contract/imports/imports'
import type { Words } from '@steward/i18n/words/words'

type Sent = BodyOf<'imports.preview'>

export type DateOrder = NonNullable<Sent['dateOrder']>
export type DateEvidence = ImportPreview['dates']
export type Survey = ImportPreview['survey']
/** What to do with a row whose id belongs to a record with other content. */
export type OnConflict = NonNullable<Sent['onConflict']>
export type ConflictSample = ImportConflict

/** How a file is read; plain data, since it is sent to another thread. */
export interface ReadingOptions extends Omit<Sent, 'source' | 'onConflict' | 'id'> {
  id?: readonly string[] | undefined
  batchSize?: number
  /** The greatest number of rows, at about 30 bytes of memory each; unlimited unless given. */
  maxRows?: number
  cells?: boolean
  guess?: boolean
  /** Rows are only counted: a batch tells how many were read, and holds none. */
  onlyCount?: boolean
  /** The words of the community, which headings of exports have. */
  words?: Words
}
