import type { ImportArea } from '@steward/contract/areas/areas'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Said } from '@steward/i18n/sentence'
import type { Transaction } from 'kysely'
import type { RecordTable, Tables } from '../db/schema/tables.ts'
import { readChoice, readCount, readFlag, readLine, readText, readZone } from './values.ts'

/** How a field's text is read; amounts and people also depend on other fields of the row. */
export type Reader =
  | { kind: 'plain'; read: (text: string) => unknown; isText?: true }
  /** `local` reads a time without a zone in the zone that the row names. */
  | { kind: 'time'; local?: true }
  | { kind: 'money' }
  | { kind: 'category' }
  /** An unknown person is refused, or kept by name in `nameColumn` where that is given. */
  | { kind: 'person'; nameColumn?: string }

type PlainReader = Extract<Reader, { kind: 'plain' }>

/** One field of an area: how its text is read, and the column of the table that it fills. */
export interface Field {
  reader: Reader
  column: string
  required?: boolean
  fallback?: unknown
  made?: true
  /** Whether the field is only used for new records and never overwrites existing ones. */
  newOnly?: true
  /** What its column is headed in files of Steward's own, as messages. */
  headings?: readonly string[]
}

/** What is wrong with a field of a row, in words that follow its name; `field` is empty where the row is meant. */
export interface Reason {
  field: string
  reason: Said
}

export type ImportAction = 'import' | 'update' | 'status'

export interface Importing {
  table: RecordTable
  fields: Readonly<Record<string, Field>>
  accepts?: (field: string) => boolean
  finish?: (row: Record<string, unknown>, given: Record<string, string>) => void
  /** Throws a BadField where the area's rules forbid to overwrite a record with columns of a row. */
  mayOverwrite?: (row: Record<string, unknown>, columns: Record<string, unknown>) => void
  /** A field that must be unique among undeleted records, and the reason where it isn't. */
  unique?: { field: string; column: string; anyCase?: true; reason: Said }
  /** Why somebody with these permissions may not import a valid row or overwrite a record with it. */
  refusal?: (
    row: Record<string, unknown>,
    by: { permissions: PermissionModule[] },
    actions: readonly ImportAction[],
  ) => Reason | null
  complete?: (
    tx: Transaction<Tables>,
    rows: readonly Record<string, unknown>[],
  ) => Promise<readonly Record<string, unknown>[]>
}

export interface ImportedArea extends Importing {
  key: ImportArea
  /** The area's name in commands, messages and the database, such as `shopping-posts`. */
  name: string
}

export const readPlain = (read: (text: string) => unknown): PlainReader => ({ kind: 'plain', read })
export const line: Reader = { ...readPlain(readLine), isText: true }
export const long: Reader = { ...readPlain((text) => readText(text, 10_000)), isText: true }
export const count = readPlain(readCount)
export const flag = readPlain(readFlag)
export const choice = (words: readonly string[]): Reader =>
  readPlain((text) => readChoice(text, words))
export const time: Reader = { kind: 'time' }
/** A time in the zone that the row names in its field `timeZone`. */
export const localTime: Reader = { kind: 'time', local: true }
export const zone = readPlain(readZone)
export const money: Reader = { kind: 'money' }
/** A category, given by its name, slug or `_id`. */
export const category: Reader = { kind: 'category' }
/** A person by name, address or `_id`; `nameColumn` keeps the name of an unknown person. */
export const person = (nameColumn?: string): Reader => ({
  kind: 'person',
  ...(nameColumn ? { nameColumn } : {}),
})

/** Whether a field holds text or a name, in which encoded characters can be decoded. */
export function isTextField(area: Pick<Importing, 'fields'>, field: string): boolean {
  const reader = area.fields[field]?.reader
  // Fields that the area accepts in addition are texts of questions.
  if (!reader || reader.kind === 'person' || reader.kind === 'category') return true
  return reader.kind === 'plain' && reader.isText === true
}
