/**
 * What a field of a record holds. Everything that depends on it (schema, column of the table, filter, cell, input,
 * text in a file, words of the audit log) is derived from this name.
 *
 * - `line`, `note`: a text of one line, of several; `email`: an address
 * - `person`: a user, as `{ _id, name, image }`; `namedPerson`: the same, or a name without an account
 * - `reference`: a record of another area, as `{ _id, name }`; `id`: its `_id` alone; `record`: one of any area
 * - `status`: one of the area's statuses; `choice`: one of `choices`
 * - `money`: minor units of the record's `currency`
 * - `time`: a moment; `day`: a day without an hour
 * - `picture`, `pictures`: files, as their URLs
 * - `other`: anything else; the area itself says how it is read and written
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

/** A field of an area's records, described once. docs/adding-an-area.md has a table of what each part is used for. */
export interface Field {
  /** What people call it: in lists, forms, filters and the audit log. */
  label: string
  kind: FieldKind
  /** The heading of its column in an exported file; its label unless given. */
  heading?: string
  /** The area of a `reference`. */
  of?: 'users' | 'roles' | 'categories'
  /** The values of a `choice`. */
  choices?: readonly [string, ...string[]]
  /** Whether it can be empty: it is then nullable in answers, and asked for by `.empty` in filters. */
  nullable?: true
  /** Whether a call can set it; one that is `required` must be sent to create a record. */
  editable?: true | 'required'
  /** Whether the list sorts by it. */
  sortable?: true
  /** Whether the list filters by it; `unindexed` where all rows may be read for that. */
  filterable?: true | 'unindexed'
  /** Whether the search looks through it. */
  searchable?: true
  /**
   * Whether files can hold it, as {@link editable} says unless given: `required` in each row, `generated` where a row
   * has none, `default` where it then has this value; `newOnly` where a record that is here keeps its own.
   */
  importable?: boolean | 'required' | 'generated' | 'newOnly' | { default: unknown }
  /** Left out of exported files. */
  exported?: false
  /** Only asked for by filters: no record has it. */
  virtual?: true
}

/** The fields of an area's records by their names in answers, in the order in which they are shown. */
export type Fields = Readonly<Record<string, Field>>

/** What every record has, after its own fields. */
export const commonFields = {
  createdAt: {
    label: 'Created',
    kind: 'time',
    sortable: true,
    filterable: true,
    importable: 'generated',
  },
  updatedAt: { label: 'Updated', kind: 'time', importable: 'newOnly' },
  deletedAt: { label: 'Deleted', kind: 'time', nullable: true, sortable: true },
  deletedBy: { label: 'Deleted by', kind: 'reference', of: 'users', nullable: true },
} as const satisfies Fields

/** Whether and how files can hold a field; pictures never come in a file. */
export const importOf = ({ kind, editable, importable }: Field): Field['importable'] =>
  importable ?? (kind !== 'picture' && editable)

/** The names of the fields of which something holds. */
export type NamesWhere<F extends Fields, Part extends keyof Field, Value = unknown> = {
  [K in keyof F & string]: F[K] extends { [P in Part]: infer V }
    ? V extends Value
      ? K
      : never
    : never
}[keyof F & string]

/** The names of the fields of which something holds, in their order. */
export const namesWhere = <F extends Fields, P extends keyof Field>(
  fields: F,
  part: P,
): NamesWhere<F, P>[] =>
  Object.keys(fields).filter((name) => fields[name]?.[part] !== undefined) as NamesWhere<F, P>[]
