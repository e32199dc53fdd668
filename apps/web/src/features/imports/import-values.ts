import type { BodySent } from '@steward/contract/calls/endpoints'
import { spellOut } from '@steward/contract/values/capitalize'
import { useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from '../../api/browser/form-drafts.ts'

export type From =
  | { kind: 'none' }
  | { kind: 'column'; column: string }
  /** A template: text with column names in braces. */
  | { kind: 'text'; text: string }
  | { kind: 'same'; value: string }

export interface ImportValues {
  /** Where each field comes from; null while that is left to the server's guess. */
  fields: Readonly<Record<string, From>> | null
  ids: readonly string[]
  /** The formats of dates, one in each line. */
  dateFormats: string
  timeZone: string
  currency: string
  decimal: '' | '.' | ','
  delimiter: string
  encoding: string
  unescape: boolean
  entities: boolean
  /** The name of the system that the ids come from; by default the file's name. */
  source: string
  onConflict: OnConflict
  dateOrder: '' | DateOrder
  /** The corrected rows by their line number. */
  corrected: Readonly<Record<string, CorrectedRow>>
}

export type OnConflict = NonNullable<BodySent<'imports.preview'>['onConflict']>
export type DateOrder = NonNullable<BodySent<'imports.preview'>['dateOrder']>

export interface CorrectedRow {
  /** The cells before the correction, by column; `cells` are those after it. */
  was: Readonly<Record<string, string>>
  cells: Readonly<Record<string, string>>
}

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

export const forgetImportValues = (id: string): void => forgetDraft(keyOf(id))

/** The options of an import of an uploaded file, stored as a draft. */
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

/** Trims a text, where empty is undefined; a tab is kept, as it is a delimiter. */
const textOf = (text: string) => (text === '\t' ? text : text.trim() || undefined)

/** The options in the server's form; `preset` applies to every row while fields are guessed. */
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

export const isGiven = (from: From | undefined): boolean =>
  from?.kind === 'column' ||
  (from?.kind === 'text' && from.text.trim() !== '') ||
  (from?.kind === 'same' && from.value.trim() !== '')

export function columnsOf(from: From | undefined): string[] {
  if (from?.kind === 'column') return [from.column]
  if (from?.kind !== 'text') return []
  return [...from.text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

export const isTaken = (column: string, from: From): boolean =>
  from.kind === 'text' ? from.text.includes(`{${column}}`) : columnsOf(from).includes(column)

/** The name of a field: `startsAt` is “Starts at”, `option1.text` is “Option 1: text”. */
export function fieldName(name: string): string {
  const option = /^option(\d+)\.(\w+)$/.exec(name)
  if (option) return `Option ${option[1]}: ${option[2]}`
  if (name === 'email') return 'E-mail'
  return spellOut(name)
}

export const optionFields = (number: number): string[] =>
  ['text', 'votes', 'percent'].map((part) => `option${number}.${part}`)

export function questionFields(given: readonly string[]): string[] {
  const options = Array.from({ length: Math.max(2, lastOption(given)) }, (_, n) => n + 1)
  return ['question', 'questions', ...options.flatMap(optionFields)]
}

export const lastOption = (fields: readonly string[]): number =>
  Math.max(0, ...fields.map((name) => Number(/^option(\d+)\./.exec(name)?.[1] ?? 0)))

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'KB'] : [bytes / 1e6, 'MB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
