import type { ImportArea } from '@steward/contract/areas/areas'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Transaction } from 'kysely'
import type { RecordTable, Tables } from '../db/tables/tables.ts'
import { readChoice, readCount, readFlag, readLine, readText, readZone } from './values.ts'

/** What a field's text becomes. Money and people are read by what stands around them. */
export type Reader =
  | { kind: 'plain'; read: (text: string) => unknown; isText?: true }
  /** `local` where it is read in the zone that its row names, if it names none itself. */
  | { kind: 'time'; local?: true }
  | { kind: 'money' }
  | { kind: 'category' }
  /** Unknown people are refused, or kept by their name where `nameColumn` is given. */
  | { kind: 'person'; nameColumn?: string }

type PlainReader = Extract<Reader, { kind: 'plain' }>

/** One field of an area: how its text is read, and the column of the table that it fills. */
export interface Field {
  reader: Reader
  column: string
  required?: boolean
  fallback?: unknown
  made?: true
  /** Counts for new records alone: one that is here keeps its own. */
  newOnly?: true
}

export interface Reason {
  field: string
  reason: string
}

export type ImportAction = 'import' | 'update' | 'status'

export interface Importing {
  table: RecordTable
  fields: Readonly<Record<string, Field>>
  accepts?: (field: string) => boolean
  finish?: (row: Record<string, unknown>, given: Record<string, string>) => void
  /** What overwriting a record with columns of a row comes to. @throws {BadField} where the area's rules say no */
  mayOverwrite?: (row: Record<string, unknown>, columns: Record<string, unknown>) => void
  /** What must be unique among records that are not deleted, and what to say where it isn't. */
  unique?: { field: string; column: string; anyCase?: true; reason: string }
  /** Why a row that is good in itself may not go in, or over a record, by somebody with some permissions. */
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
  /** In commands, messages and the database: `shopping-posts`. */
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
/** A time at the place whose zone the row names under `timeZone`. */
export const localTime: Reader = { kind: 'time', local: true }
export const zone = readPlain(readZone)
export const money: Reader = { kind: 'money' }
/** A category by its name, slug or `_id`. */
export const category: Reader = { kind: 'category' }
/** Somebody by name, address or `_id`. @param nameColumn keeps the name of who is unknown */
export const person = (nameColumn?: string): Reader => ({
  kind: 'person',
  ...(nameColumn ? { nameColumn } : {}),
})

/** Whether a field holds text, names among them, whose encoded characters are decoded where asked. */
export function isTextField(area: Pick<Importing, 'fields'>, field: string): boolean {
  const reader = area.fields[field]?.reader
  // What the area accepts beside its fields are texts of questions.
  if (!reader || reader.kind === 'person' || reader.kind === 'category') return true
  return reader.kind === 'plain' && reader.isText === true
}
