import { msg } from '@steward/i18n/reader'

/**
 * What a field holds; schema, column, filter, cell, input, file and audit log are derived from it.
 *
 * - `line`, `note`: one line, several; `email`
 * - `person`: a user, as `{ _id, name, image }`; `namedPerson`: the same, or a name without an account
 * - `reference`: a record of another area, as `{ _id, name }`; `id`: its `_id` alone; `record`: one of any area
 * - `status`: of the area; `choice`: one of `choices`; `money`: minor units of the record's `currency`
 * - `time`: a moment; `day`: without an hour; `picture`, `pictures`: files, as URLs
 * - `other`: the area says how it is read and written
 */
export type FieldKind =
  | 'line'
  | 'note'
  | 'email'
  | 'person'
  | 'namedPerson'
  | 'reference'
  | 'id'
  | 'record'
  | 'status'
  | 'choice'
  | 'flag'
  | 'count'
  | 'money'
  | 'currency'
  | 'time'
  | 'day'
  | 'picture'
  | 'pictures'
  | 'other'

/** A field of a record, described once; docs/adding-an-area.md lists what each part is for. */
export interface Field {
  label: string
  kind: FieldKind
  /** The heading of its column in exported files; the label by default. */
  heading?: string
  /** The area that a `reference` names. */
  of?: 'users' | 'roles' | 'categories'
  /** The values that a `choice` allows. */
  choices?: readonly [string, ...string[]]
  /** Whether it may be null; its filters then have `.empty`. */
  nullable?: true
  /** Whether people may change it; `required`: a new record must have it. */
  editable?: true | 'required'
  sortable?: true
  /**
   * Whether lists filter by it; `counted`: the table's counters have it, so that totals are exact at any size;
   * `unindexed`: all rows may be read for that.
   */
  filterable?: true | 'counted' | 'unindexed'
  searchable?: true
  /**
   * Whether imported files may have it; as {@link editable} by default. `generated`: the server makes a missing
   * value;
   * `default`: a missing value becomes this one; `newOnly`: an existing record keeps its own.
   */
  importable?: boolean | 'required' | 'generated' | 'newOnly' | { default: unknown }
  /** Set for a field that exports leave out. */
  exported?: false
  /** Set for a field that exists as a filter only. */
  virtual?: true
  /** The fields that a filter or sort by it tells of, too. */
  tells?: readonly string[]
}

/** Fields by name, in the order in which they are shown. */
export type Fields = Readonly<Record<string, Field>>

/** The parts of a field that people may leave empty. */
export const optional = { nullable: true, editable: true } as const

/** The parts of a field by which lists sort and filter. */
export const ranked = { sortable: true, filterable: true } as const

/** The parts of a number that files may bring and nobody edits. */
export const tally = { kind: 'count', ...ranked, importable: { default: 0 } } as const

/** The parts of a field that only files set, and may leave empty. */
export const imported = { nullable: true, filterable: true, importable: true } as const

/** The parts of a field by which lists filter, with exact totals. */
export const counted = { filterable: 'counted' } as const

/** The state of a record, which people set. */
export const statusField = { label: 'Status', kind: 'status', editable: true, ...counted } as const

/** The fields that every area has, shown after its own. */
export const commonFields = {
  createdAt: { label: 'Created', kind: 'time', ...ranked, importable: 'generated' },
  updatedAt: { label: 'Updated', kind: 'time', importable: 'newOnly' },
  deletedAt: { label: msg('Deleted', 'a time'), kind: 'time', nullable: true, sortable: true },
  deletedBy: { label: 'Deleted by', kind: 'reference', of: 'users', nullable: true },
} as const satisfies Fields

/** How files may import a field; never for pictures. */
export const importOf = ({ kind, editable, importable }: Field): Field['importable'] =>
  importable ?? (kind !== 'picture' && editable)

/** The names of the fields that have a part, or that have it with a given value. */
export type NamesWhere<F extends Fields, Part extends keyof Field, Value = unknown> = {
  [K in keyof F & string]: F[K] extends { [P in Part]: infer V }
    ? V extends Value
      ? K
      : never
    : never
}[keyof F & string]

/** The names of the fields that have a part, in the order of the fields. */
export const namesWhere = <F extends Fields, P extends keyof Field>(
  fields: F,
  part: P,
): NamesWhere<F, P>[] =>
  Object.keys(fields).filter((name) => fields[name]?.[part] !== undefined) as NamesWhere<F, P>[]
