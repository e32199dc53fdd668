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
  /** The route and the record. */
  draftKey: string
  /** Null for a new one. */
  record: R | null
  fields: FormFields<V, R, S>
  part?: FormPart<R, P>
  /** Initial values, such as a copy. */
  start?: { values?: Partial<V>; part?: (part: P) => void }
  area: AreaName
  /** Saves changes with the record's version; `base` is null for a new one. */
  send: (fields: Partial<S> & { version?: number }, base: R | null) => Promise<Saved>
  /** Who saved the record since it was opened, if known; must not fail. */
  whoSaved?: (base: R, saved: R) => Promise<string | null>
  /** Reloads a saved record, where the answer is incomplete. */
  reload?: (base: R) => Promise<R | null>
  /** Before field names in the server's paths, such as `data.` */
  prefix?: string
  /** Updates caches. @param record null where unknown: lists are reloaded */
  keep: (record: R | null, base: R | null) => void
  saved?: (record: R) => void
  refused?: (errors: Readonly<Record<string, string>>) => void
  /** Leaves the form; not called where more was typed during the save. */
  done: (record: R | null, base: R | null) => void
  stays?: boolean
  /** The message where the server has none. */
  savedWords?: string
}
