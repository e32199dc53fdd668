import type { AreaName } from '@steward/contract/areas/areas'
import type { FormFields, FormValues } from './form-fields.ts'
import type { FormPart, OpenPart } from './form-part.ts'
import type { Saved } from './saved-record.ts'

/** The form of one record, new or there already. */
export interface RecordFormOptions<
  V extends FormValues,
  R extends object,
  S extends { [K in keyof V]?: unknown },
  P extends OpenPart<R>,
> {
  /** Names the form for its draft: the route and the record. */
  draftKey: string
  /** The record as it is saved; null for a new one. */
  record: R | null
  fields: FormFields<V, R, S>
  part?: FormPart<R, P>
  /** What a new record starts with, such as a copy of another one. */
  start?: { values?: Partial<V>; part?: (part: P) => void }
  area: AreaName
  /** Saves what has changed, with the version of the record; `base` is null for a new one. */
  send: (fields: Partial<S> & { version?: number }, base: R | null) => Promise<Saved>
  /** Who has saved a record since it was opened, where that can be known; must not fail. */
  whoSaved?: (base: R, saved: R) => Promise<string | null>
  /** Loads a record anew that was saved, where the answer didn't tell all of it. */
  reload?: (base: R) => Promise<R | null>
  /** What stands before the names of fields in the server's paths, such as `data.` */
  prefix?: string
  /**
   * Puts a record wherever it is shown.
   * @param record null where the server told nothing of it: then the lists are to be loaded anew
   */
  keep: (record: R | null, base: R | null) => void
  /** Called with a record that was saved, as far as the server told of it. */
  saved?: (record: R) => void
  /** Told what the server refused, by field. */
  refused?: (errors: Readonly<Record<string, string>>) => void
  /** Leaves the form. Not called where something was typed while the record was being saved. */
  done: (record: R | null, base: R | null) => void
  /** The form of a record that is there already stays open once it is saved. */
  stays?: boolean
  /** What is said of a record that is saved, where the server says nothing. */
  savedWords?: string
}
