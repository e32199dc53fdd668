import type { AreaName } from '@steward/contract/areas/areas'
import type { FormFields, FormValues } from './form-fields.ts'
import type { FormPart, OpenPart } from './form-part.ts'
import type { Saved } from './saved-record.ts'

export interface RecordFormOptions<
  V extends FormValues,
  R extends object,
  S extends { [K in keyof V]?: unknown },
  P extends OpenPart<R>,
> {
  /** The key of the draft, made of the route and the record's id. */
  draftKey: string
  /** The record to edit; null for a new one. */
  record: R | null
  fields: FormFields<V, R, S>
  part?: FormPart<R, P>
  /** Initial values other than the record's, such as those of a copy. */
  start?: { values?: Partial<V>; part?: (part: P) => void }
  area: AreaName
  /** Saves the changed fields with the record's version; `base` is null for a new record. */
  send: (fields: Partial<S> & { version?: number }, base: R | null) => Promise<Saved>
  /** The name of who saved the record since it was opened, null if unknown; must not throw. */
  whoSaved?: (base: R, saved: R) => Promise<string | null>
  /** Loads the saved record again, for answers that lack some of its fields. */
  reload?: (base: R) => Promise<R | null>
  /** What precedes field names in the paths of server errors, such as `data.` */
  prefix?: string
  /** Puts the saved record into the caches; where it is null (unknown), lists are reloaded. */
  keep: (record: R | null, base: R | null) => void
  saved?: (record: R) => void
  refused?: (errors: Readonly<Record<string, string>>) => void
  /** Leaves the form; not called if the person typed more during the save. */
  done: (record: R | null, base: R | null) => void
  stays?: boolean
  /** The success message if the server sends none. */
  savedWords?: string
}
