import { zoneNamed } from '@steward/contract/values/time-zone'
import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import { newId } from '../../ids.ts'
import { OperatorError } from '../../operator-error.ts'
import { type TimeReader, timeReader } from '../dates.ts'
import type { Field, Importing, Reason } from '../fields.ts'
import { readCurrency, readMoney } from '../money.ts'
import type { ReadingOptions } from '../options.ts'
import { BadField, BadValue, ofValue, readLine, tooLong } from '../values.ts'

/** Checks the options; throws an OperatorError with a sentence for the person. */
export function contextOf(area: Importing, options: ReadingOptions) {
  const { dateFormats: formats = [], dateOrder: order, timeZone, currency, decimal } = options
  try {
    const byZone = new Map<string, TimeReader>()
    return {
      area,
      readTime: timeReader({ formats, order, timeZone }),
      readTimeIn: (zone: string): TimeReader => {
        const reader = byZone.get(zone) ?? timeReader({ formats, order, timeZone: zone })
        byZone.set(zone, reader)
        return reader
      },
      currency: currency === undefined ? undefined : readCurrency(currency),
      decimal,
      now: new Date().toISOString(),
    }
  } catch (error) {
    if (error instanceof BadValue) {
      throw new OperatorError(say('{problem}.', { problem: nested(error.said) }))
    }
    throw error
  }
}

type DraftContext = ReturnType<typeof contextOf>

export interface Draft {
  record: Record<string, unknown>
  names: { field: string; text: string }[]
  /** The columns that the row has values for, which may overwrite those of an existing record. */
  columns: string[]
  reasons: Reason[]
}

/** The greatest length of values but texts, as some of their patterns exceed linear time. */
const maxValue = 500

const nameColumnOf = ({ reader }: Field): string | undefined =>
  reader.kind === 'person' ? reader.nameColumn : undefined

/** Reads a row's texts into the columns of its table, and collects all reasons why it is invalid. */
export function buildDraft(given: Record<string, string>, context: DraftContext): Draft {
  const { area } = context
  const record: Record<string, unknown> = {}
  const draft: Draft = { record, names: [], columns: columnsGiven(given, area), reasons: [] }
  const fields = Object.entries(area.fields)
  // Set every column in every row, since rows are inserted together.
  for (const [, field] of fields) {
    record[field.column] = field.fallback ?? null
    const nameColumn = nameColumnOf(field)
    if (nameColumn) record[nameColumn] = null
  }
  for (const [name, field] of fields) {
    const text = given[name] ?? ''
    if (text.trim() !== '')
      attempt(draft, name, () => readField(draft, name, field, given, context))
    else if (field.required) draft.reasons.push({ field: name, reason: msg('is missing') })
  }
  if (draft.reasons.length === 0) attempt(draft, 'questions', () => area.finish?.(record, given))
  record['created_at'] ??= context.now
  record['updated_at'] ??= record['created_at']
  record['id'] = newId(Date.parse(record['created_at'] as string))
  return draft
}

function readField(
  { record, names }: Draft,
  name: string,
  { reader, column }: Field,
  given: Record<string, string>,
  context: DraftContext,
): void {
  const text = given[name] as string
  const { length } = text.trim()
  if (reader.kind !== 'plain' && length > maxValue) throw tooLong(length, maxValue)
  switch (reader.kind) {
    case 'person':
    case 'category':
      names.push({ field: name, text })
      return
    case 'time':
      record[column] = (reader.local ? timeReaderOf(given, context) : context.readTime)(text)
      return
    case 'money': {
      const said = given['currency']?.trim() ? readCurrencyField(given['currency']) : undefined
      const { currency: fallback, decimal } = context
      const money = readMoney(text, { currency: said, fallback, decimal })
      record['currency'] = money.currency
      record[column] = money.amount
      return
    }
    default:
      // readMoney has checked that the currency of the amount and of its own column agree.
      record[column] = (name === 'currency' ? record['currency'] : null) ?? reader.read(text)
  }
}

function columnsGiven(given: Record<string, string>, area: Importing): string[] {
  const columns = new Set<string>()
  for (const [name, field] of Object.entries(area.fields)) {
    const { reader, column, required, fallback = null, made, newOnly } = field
    const text = given[name]
    if (newOnly || text === undefined) continue
    if (text.trim() === '' && (required || made || fallback !== null)) continue
    columns.add(column)
    const nameColumn = nameColumnOf(field)
    if (nameColumn) columns.add(nameColumn)
    if (reader.kind === 'money') columns.add('currency')
  }
  if (Object.keys(given).some((name) => area.accepts?.(name) && given[name]?.trim()))
    columns.add('questions')
  return [...columns]
}

function attempt({ reasons }: Draft, field: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    reasons.push({ field: error instanceof BadField ? error.field : field, reason: error.said })
  }
}

function timeReaderOf(given: Record<string, string>, context: DraftContext): TimeReader {
  const zone = zoneNamed(given['timeZone']?.trim() ?? '')
  return zone === null ? context.readTime : context.readTimeIn(zone)
}

function readCurrencyField(text: string): string {
  try {
    return readCurrency(text)
  } catch (error) {
    throw error instanceof BadValue ? new BadField('currency', error.said) : error
  }
}

export type NameLookup = Record<
  'person' | 'category',
  (text: string) => { id: string; name: string } | { reason: Said }
>

export function settleNames(draft: Draft, area: Importing, lookup: NameLookup): void {
  const { record, names, reasons } = draft
  for (const { field, text } of names) {
    const known = area.fields[field] as Field
    const nameColumn = nameColumnOf(known)
    const found = lookup[known.reader.kind as 'person' | 'category'](text)
    if ('id' in found) {
      record[known.column] = found.id
      // A bill keeps its payer's name as text; an event reads it from the account.
      if (nameColumn === 'payer_name') record[nameColumn] = found.name
    } else if (nameColumn) {
      attempt(draft, field, () => {
        record[nameColumn] = readLine(text)
      })
    } else {
      const value = text.trim().slice(0, 60).toWellFormed()
      reasons.push({ field, reason: ofValue(value, found.reason) })
    }
  }
}
