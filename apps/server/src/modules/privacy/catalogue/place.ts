import type { PersonalPlace } from '@steward/contract/privacy/places'
import type { Message } from '@steward/i18n/reader'
import type { DB } from '../../../db/schema/schema.generated.ts'

export type Table = keyof DB
type ColumnOf<T extends Table> = keyof DB[T] & string

/** What a column holds of a person. */
export type Kind = 'name' | 'address' | 'content' | 'technical'

export interface PersonalColumn {
  kind: Kind
  /**
   * What an export shows: the value (the default), that there is one (`secret`), or nothing, as it is about others
   * (`others`) or is made from other columns (`derived`).
   */
  exported?: 'secret' | 'others' | 'derived'
  /**
   * What stands in the column after an erasure whose rows stay: nothing, or the name of an erased person. Without it the
   * value stays.
   */
  erased?: 'null' | 'name'
  /** The column with the person whose the value is, where that may be another than whose the row is. */
  of?: string
  /** Others may have written a name or an address in it, which an erasure looks for in every row. */
  mentions?: true
  /** No two rows may have the same, as those would in which something is replaced. */
  isUnique?: true
}

/** Which rows are a person's: by columns of the table, or by a row of another table that they belong to. */
type Owner<Column extends string> =
  | readonly Column[]
  | { by: Column; of: Table; key: string; person: string }

/** A table that holds personal data. */
export interface Place {
  table: Table
  place: PersonalPlace
  /** The columns of the primary key. */
  key: readonly string[]
  /** Null where no column leads to a person, so that only names and addresses do. */
  person: Owner<string> | null
  /**
   * What an erasure does with the person's rows: `delete`; `replace` their columns as `erased` says; `choose`: delete or
   * keep them, as whoever erases chooses; `keep`, which needs a reason; `user`: the row of the person, which goes last.
   */
  erasure: 'delete' | 'replace' | 'choose' | 'user' | { keep: Message }
  columns: { readonly [column: string]: PersonalColumn | undefined }
}

/** A place whose columns are those of its table. */
interface PlaceIn<T extends Table> extends Place {
  table: T
  key: readonly ColumnOf<T>[]
  person: Owner<ColumnOf<T>> | null
  columns: { readonly [C in ColumnOf<T>]?: PersonalColumn }
}

export const place = <const T extends Table>(described: PlaceIn<T>): Place => described

// What most columns are.
export const name: PersonalColumn = { kind: 'name' }
/** The name of whoever a column leads to, in the row of somebody else. */
export const nameOf = (of: string): PersonalColumn => ({
  kind: 'name',
  erased: 'name',
  of,
  mentions: true,
})
export const address: PersonalColumn = { kind: 'address' }
export const technical: PersonalColumn = { kind: 'technical' }
export const secret: PersonalColumn = { kind: 'technical', exported: 'secret' }
export const derived: PersonalColumn = { kind: 'content', exported: 'derived' }
export const content: PersonalColumn = { kind: 'content', mentions: true }
/** Written by others, or about others as well. */
export const others: PersonalColumn = { kind: 'content', exported: 'others', mentions: true }
