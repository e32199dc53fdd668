import type { BodySent } from '@steward/contract/calls/endpoints'
import { useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from '../../api/drafts.ts'

/** Where a field comes from. */
export type From =
  | { kind: 'none' }
  | { kind: 'column'; column: string }
  /** Columns in braces, with what is between them. */
  | { kind: 'text'; text: string }
  | { kind: 'same'; value: string }

/** How a file is to be read, as the form has it; what is empty is detected. */
export interface ImportValues {
  /** Field by field; null while the server guesses. */
  fields: Readonly<Record<string, From>> | null
  ids: readonly string[]
  /** One format a line. */
  dateFormats: string
  timeZone: string
  currency: string
  decimal: '' | '.' | ','
  delimiter: string
  encoding: string
  unescape: boolean
  entities: boolean
  /** Where the file comes from; empty while that is what the file is called. */
  source: string
  onConflict: OnConflict
  /** Of dates such as 03/04/2026; empty while nothing is chosen. */
  dateOrder: '' | DateOrder
  /** Rows that were corrected, by their line. */
  corrected: Readonly<Record<string, CorrectedRow>>
}

/** What becomes of a row whose id a record with other content has. */
export type OnConflict = NonNullable<BodySent<'imports.preview'>['onConflict']>
/** Which of two numbers before the year is the day. */
export type DateOrder = NonNullable<BodySent<'imports.preview'>['dateOrder']>

/** A row that was corrected by hand. */
export interface CorrectedRow {
  /** What it holds in the file, by column. */
  was: Readonly<Record<string, string>>
  /** The cells that were changed. */
  cells: Readonly<Record<string, string>>
}

/** The form of a file that was just uploaded. */
export const startValues: ImportValues = {
  fields: null,
  ids: [],
  dateFormats: '',
  timeZone: '',
  currency: '',
  decimal: '',
  delimiter: '',
  encoding: '',
  unescape: false,
  entities: false,
  source: '',
  onConflict: 'keep',
  dateOrder: '',
  corrected: {},
}

const keyOf = (id: string) => `/import/${id}`

/** Forgets how a file was to be read, once it is thrown away. */
export const forgetImportValues = (id: string): void => forgetDraft(keyOf(id))

/** How an uploaded file is to be read; it outlives a reload. @param id the file's */
export function useImportValues(
  id: string,
): [ImportValues, (change: Partial<ImportValues>) => void] {
  const [values, setValues] = useState<ImportValues>(() => ({
    ...startValues,
    ...readDraft<ImportValues>(keyOf(id)),
  }))
  const change = (changes: Partial<ImportValues>) =>
    setValues((before) => {
      const now = { ...before, ...changes }
      keepDraft(keyOf(id), now)
      return now
    })
  return [values, change]
}

const some = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined)

/** A tab is a delimiter. */
const textOf = (text: string) => (text === '\t' ? text : text.trim() || undefined)

/** The form as the server takes it. @param preset what is the same in every row while it guesses */
export function optionsOf(
  { fields, ...values }: ImportValues,
  preset: Readonly<Record<string, string>> = {},
): BodySent<'imports.preview'> {
  const corrections = Object.entries(values.corrected).map(([line, { cells }]) => ({
    line: Number(line),
    cells: { ...cells },
  }))
  return {
    ...(fields === null ? { set: { ...preset } } : spread(fields)),
    id: some(values.ids),
    source: textOf(values.source),
    onConflict: values.onConflict === 'keep' ? undefined : values.onConflict,
    dateFormats: some(values.dateFormats.split('\n').flatMap((line) => line.trim() || [])),
    dateOrder: values.dateOrder || undefined,
    timeZone: textOf(values.timeZone),
    currency: textOf(values.currency),
    decimal: values.decimal || undefined,
    delimiter: textOf(values.delimiter),
    encoding: textOf(values.encoding),
    unescape: values.unescape || undefined,
    entities: values.entities || undefined,
    corrections: some(corrections),
  }
}

function spread(fields: Readonly<Record<string, From>>) {
  const map: Record<string, string> = {}
  const set: Record<string, string> = {}
  for (const [field, from] of Object.entries(fields)) {
    if (from.kind === 'same' && from.value.trim() !== '') set[field] = from.value
    else if (from.kind === 'column') map[field] = from.column
    else map[field] = from.kind === 'text' ? from.text.trim() : ''
  }
  return { map, set }
}

/** The form's fields as the server has guessed them. */
export function fieldsOf(
  names: readonly string[],
  map: Readonly<Record<string, string>>,
  preset: Readonly<Record<string, string>> = {},
): Record<string, From> {
  const all = [...new Set([...names, ...Object.keys(map), ...Object.keys(preset)])]
  return Object.fromEntries(
    all.map((name): [string, From] => {
      const column = map[name]
      if (preset[name] !== undefined) return [name, { kind: 'same', value: preset[name] }]
      if (!column) return [name, { kind: 'none' }]
      return [
        name,
        /[{}]/.test(column) ? { kind: 'text', text: column } : { kind: 'column', column },
      ]
    }),
  )
}

/** Whether a field gets anything at all. */
export const isGiven = (from: From | undefined): boolean =>
  from?.kind === 'column' ||
  (from?.kind === 'text' && from.text.trim() !== '') ||
  (from?.kind === 'same' && from.value.trim() !== '')

/** The columns that a field is taken from. */
export function columnsOf(from: From | undefined): string[] {
  if (from?.kind === 'column') return [from.column]
  if (from?.kind !== 'text') return []
  return [...from.text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** Whether a field takes something of a column. */
export const isTaken = (column: string, from: From): boolean =>
  from.kind === 'text' ? from.text.includes(`{${column}}`) : columnsOf(from).includes(column)

/** A field in words: `startsAt` is “Starts at”, `option1.text` is “Option 1: text”. */
export function fieldName(name: string): string {
  const option = /^option(\d+)\.(\w+)$/.exec(name)
  if (option) return `Option ${option[1]}: ${option[2]}`
  if (name === 'email') return 'E-mail'
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The fields of an answer of a poll. */
export const optionFields = (number: number): string[] =>
  ['text', 'votes', 'percent'].map((part) => `option${number}.${part}`)

/** The fields that a poll's question can come from, beside those of every area. */
export function questionFields(given: readonly string[]): string[] {
  const options = Array.from({ length: Math.max(2, lastOption(given)) }, (_, n) => n + 1)
  return ['question', 'questions', ...options.flatMap(optionFields)]
}

/** The number of the last answer of a poll among fields; 0 for none. */
export const lastOption = (fields: readonly string[]): number =>
  Math.max(0, ...fields.map((name) => Number(/^option(\d+)\./.exec(name)?.[1] ?? 0)))
