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

/** Described once; docs/adding-an-area.md lists what each part is for. */
export interface Field {
  label: string
  kind: FieldKind
  /** In exported files; the label unless given. */
  heading?: string
  /** Of a `reference`. */
  of?: 'users' | 'roles' | 'categories'
  /** Of a `choice`. */
  choices?: readonly [string, ...string[]]
  /** Filters then have `.empty`. */
  nullable?: true
  /** `required`: to create a record. */
  editable?: true | 'required'
  sortable?: true
  /** `unindexed`: all rows may be read for it. */
  filterable?: true | 'unindexed'
  searchable?: true
  /**
   * In files; as {@link editable} unless given. `generated`: made where missing; `default`: used where missing;
   * `newOnly`: an existing record keeps its own.
   */
  importable?: boolean | 'required' | 'generated' | 'newOnly' | { default: unknown }
  /** Left out of exports. */
  exported?: false
  /** For filters alone. */
  virtual?: true
}

/** By name, in the order shown. */
export type Fields = Readonly<Record<string, Field>>

/** After a record's own fields. */
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

/** Pictures never come in a file. */
export const importOf = ({ kind, editable, importable }: Field): Field['importable'] =>
  importable ?? (kind !== 'picture' && editable)

/** Of fields with a part (of a value). */
export type NamesWhere<F extends Fields, Part extends keyof Field, Value = unknown> = {
  [K in keyof F & string]: F[K] extends { [P in Part]: infer V }
    ? V extends Value
      ? K
      : never
    : never
}[keyof F & string]

/** In their order. */
export const namesWhere = <F extends Fields, P extends keyof Field>(
  fields: F,
  part: P,
): NamesWhere<F, P>[] =>
  Object.keys(fields).filter((name) => fields[name]?.[part] !== undefined) as NamesWhere<F, P>[]
