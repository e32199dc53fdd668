import type { BodySent } from '@steward/contract/calls/endpoints'
import { spellOut } from '@steward/contract/values/capitalize'
import { locale, msg, t } from '@steward/i18n/reader'
import { useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from '../../api/browser/form-drafts.ts'
import { exportLanguage } from '../../api/language/language.ts'
import { withoutCapital } from '../../ui/format/phrases.ts'

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
    language: exportLanguage(),
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
  const [, number, part] = /^option(\d+)\.(\w+)$/.exec(name) ?? []
  if (part) {
    return t(
      'Option {number}: {part, select, text {text} votes {votes} percent {percent} other {{part}}}',
      { number, part },
    )
  }
  return t(fieldNames[name] ?? spellOut(name))
}

/** The name of a field within a sentence: `startsAt` is “starts at”. */
export const fieldWord = (name: string): string =>
  fieldWords[name] ? t(fieldWords[name]) : withoutCapital(fieldName(name))

/** The names that no label of the contract has. */
const fieldNames: Readonly<Record<string, string>> = {
  attendeeCount: msg('Attendee count'),
  businessName: msg('Business name'),
  closesAt: msg('Closes at'),
  commentCount: msg('Comment count'),
  createdAt: msg('Created at'),
  deletedAt: msg('Deleted at'),
  dueAt: msg('Due at'),
  email: msg('E-mail'),
  endsAt: msg('Ends at'),
  issuedAt: msg('Issued at'),
  lastActiveAt: msg('Last active at'),
  likeCount: msg('Like count'),
  opensAt: msg('Opens at'),
  paidAt: msg('Paid at'),
  question: msg('Question'),
  questions: msg('Questions'),
  reportCount: msg('Report count'),
  reports: msg('Reports'),
  responseCount: msg('Response count'),
  shoppingFeedStatus: msg('Shopping feed status'),
  startsAt: msg('Starts at'),
  updatedAt: msg('Updated at'),
}

/** The fields that a row may not lack, or that are filled in where it does. */
const fieldWords: Readonly<Record<string, string>> = {
  amount: msg('amount', 'a field within a sentence'),
  attendeeCount: msg('attendee count', 'a field within a sentence'),
  commentCount: msg('comment count', 'a field within a sentence'),
  email: msg('e-mail address', 'a field within a sentence'),
  kind: msg('kind', 'a field within a sentence'),
  likeCount: msg('like count', 'a field within a sentence'),
  name: msg('name', 'a field within a sentence'),
  online: msg('online', 'a field within a sentence'),
  payer: msg('payer', 'a field within a sentence'),
  price: msg('price', 'a field within a sentence'),
  priority: msg('priority', 'a field within a sentence'),
  reportCount: msg('report count', 'a field within a sentence'),
  reports: msg('reports', 'a field within a sentence'),
  responseCount: msg('response count', 'a field within a sentence'),
  shoppingFeedStatus: msg('shopping feed status', 'a field within a sentence'),
  startsAt: msg('starts at', 'a field within a sentence'),
  status: msg('status', 'a field within a sentence'),
  text: msg('text', 'a field within a sentence'),
  title: msg('title', 'a field within a sentence'),
  type: msg('type', 'a field within a sentence'),
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
  if (bytes < 1000) return t('{size} bytes', { size: bytes })
  if (bytes < 1e6) return t('{size} KB', { size: sizeText(bytes / 1e3) })
  return t('{size} MB', { size: sizeText(bytes / 1e6) })
}

function sizeText(size: number): string {
  const digits = size < 10 ? 1 : 0
  return new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(size)
}
