import { zoneNamed } from '@steward/contract/time-zone'
import { newId } from '../ids.ts'
import type { TimeReader } from './dates.ts'
import type { Field, Importing, Reason } from './fields.ts'
import type { Lookup } from './lookup.store.ts'
import { readCurrency, readMoney } from './money.ts'
import { BadField, BadValue, readLine } from './values.ts'

/** What reading a row's texts takes beside them. */
export interface BuildContext {
  area: Importing
  readTime: TimeReader
  /** Reads times in a zone that a row names. */
  readTimeIn: (zone: string) => TimeReader
  /** Where an amount names none. */
  currency: string | undefined
  decimal: '.' | ',' | undefined
  /** The time of the import, for rows that have none of their own. */
  now: string
}

/** A row of the table, but for the people and categories that it names. */
export interface Draft {
  record: Record<string, unknown>
  people: { field: string; text: string }[]
  categories: { field: string; text: string }[]
  /** Columns that the row says something of: what of a record that is here it is about. */
  columns: string[]
  reasons: Reason[]
}

/**
 * Characters of an amount, a time, or a name to look up, at the most. Some patterns that these are
 * read with take longer than linear time, which no text of this length makes long.
 */
const longestValue = 500

/**
 * Reads a row's texts into the columns of its table; everything that is wrong with it is told, not
 * only the first thing.
 */
export function buildDraft(given: Record<string, string>, context: BuildContext): Draft {
  const { area } = context
  const columns = columnsGiven(given, area)
  const draft: Draft = { record: {}, people: [], categories: [], columns, reasons: [] }
  const fields = Object.entries(area.fields)
  // Every row has every column: rows go to the database together.
  for (const [, field] of fields) {
    draft.record[field.column] = field.fallback ?? null
    if (field.reader.kind === 'person' && field.reader.nameColumn)
      draft.record[field.reader.nameColumn] = null
  }
  for (const [name, field] of fields) {
    const text = given[name] ?? ''
    if (text.trim() === '') {
      if (field.required) draft.reasons.push({ field: name, reason: 'is missing' })
      continue
    }
    attempt(draft, name, () => {
      const { kind } = field.reader
      if (kind !== 'plain' && text.trim().length > longestValue)
        throw new BadValue(`has ${text.trim().length} characters; ${longestValue} are the most`)
      if (kind === 'person') draft.people.push({ field: name, text })
      else if (kind === 'category') draft.categories.push({ field: name, text })
      else draft.record[field.column] = readField(draft, name, text, given, context)
    })
  }
  if (draft.reasons.length === 0)
    attempt(draft, 'questions', () => area.finish?.(draft.record, given))
  const { record } = draft
  record['created_at'] ??= context.now
  record['updated_at'] ??= record['created_at']
  record['id'] = newId(Date.parse(record['created_at'] as string))
  return draft
}

/** An empty text says that there is nothing, unless a value is put in its place. */
function columnsGiven(given: Record<string, string>, area: Importing): string[] {
  const columns = Object.entries(area.fields).flatMap(
    ([name, { reader, column, required, fallback = null, made, newOnly }]) => {
      const text = given[name]
      if (newOnly || text === undefined) return []
      if (text.trim() === '' && (required || made || fallback !== null)) return []
      const nameColumn = reader.kind === 'person' ? reader.nameColumn : undefined
      return [
        column,
        ...(nameColumn ? [nameColumn] : []),
        ...(reader.kind === 'money' ? ['currency'] : []),
      ]
    },
  )
  const accepted = Object.keys(given).some((name) => area.accepts?.(name) && given[name]?.trim())
  return [...new Set([...columns, ...(accepted ? ['questions'] : [])])]
}

function attempt(draft: Draft, field: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    draft.reasons.push({
      field: error instanceof BadField ? error.field : field,
      reason: error.message,
    })
  }
}

function readField(
  draft: Draft,
  name: string,
  text: string,
  given: Record<string, string>,
  context: BuildContext,
): unknown {
  const reader = context.area.fields[name]?.reader
  switch (reader?.kind) {
    case 'plain':
      // The currency has come with the amount; here it only has to agree, which readMoney saw to.
      return name === 'currency'
        ? (draft.record['currency'] ?? reader.read(text))
        : reader.read(text)
    case 'time':
      return reader.local ? timeReaderOf(given, context)(text) : context.readTime(text)
    case 'money': {
      const said = given['currency']?.trim() ? readCurrencyField(given['currency']) : undefined
      const money = readMoney(text, {
        currency: said,
        fallback: context.currency,
        decimal: context.decimal,
      })
      draft.record['currency'] = money.currency
      return money.amount
    }
    default:
      throw new Error(`no reader for ${name}`)
  }
}

/** The reader of times at the place whose zone a row names; what is no zone is told at its own field. */
function timeReaderOf(given: Record<string, string>, context: BuildContext): TimeReader {
  const zone = zoneNamed(given['timeZone']?.trim() ?? '')
  return zone === null ? context.readTime : context.readTimeIn(zone)
}

function readCurrencyField(text: string): string {
  try {
    return readCurrency(text)
  } catch (error) {
    throw new BadField('currency', (error as Error).message)
  }
}

/** Puts the people and categories that a row names into it, once they have been looked up. */
export function settleNames(
  { record, people, categories, reasons }: Draft,
  area: Importing,
  lookup: Lookup,
): void {
  const refuse = (field: string, text: string, reason: string) =>
    reasons.push({ field, reason: `"${text.trim().slice(0, 60).toWellFormed()}" ${reason}` })
  for (const { field, text } of categories) {
    const found = lookup.category(text)
    if (typeof found === 'string') record[(area.fields[field] as Field).column] = found
    else refuse(field, text, found.reason)
  }
  for (const { field, text } of people) {
    const { column, reader } = area.fields[field] as Field
    const nameColumn = reader.kind === 'person' ? reader.nameColumn : undefined
    const found = lookup.person(text)
    if ('id' in found) {
      record[column] = found.id
      // A bill keeps its payer's name for good; an event asks the account.
      if (nameColumn === 'payer_name') record[nameColumn] = found.name
    } else if (nameColumn) {
      try {
        record[nameColumn] = readLine(text)
      } catch (error) {
        if (!(error instanceof BadValue)) throw error
        reasons.push({ field, reason: error.message })
      }
    } else refuse(field, text, found.reason)
  }
}
