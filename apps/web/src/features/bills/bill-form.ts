import type { Bill } from '@steward/contract/bills'
import { isCurrency } from '@steward/contract/currency'
import type { BodySent } from '@steward/contract/endpoints'
import { type DeepPartial, referenceOf, textOf } from '../../api/read.ts'
import { readAmount, typedAmount } from '../../ui/format/amount.ts'
import { instantOf, localTime } from '../../ui/format/local-time.ts'

/** What the fields of the form are called. */
export const billLabels = {
  number: 'Number',
  title: 'Title',
  payer: 'Payer',
  amount: 'Amount',
  currency: 'Currency',
  status: 'Status',
  issuedAt: 'Issued',
  dueAt: 'Due',
  notes: 'Notes',
} as const

/** A bill as it stands in the fields of its form. */
export type BillValues = Record<keyof typeof billLabels, string>

/** Fills the form. */
export function billValues(bill: DeepPartial<Bill> | null): BillValues {
  const currency = textOf(bill?.currency) ?? ''
  return {
    number: textOf(bill?.number) ?? '',
    title: textOf(bill?.title) ?? '',
    payer: referenceOf(bill?.payer)?.name ?? '',
    amount: typedAmount(bill?.amount, currency),
    currency,
    status: textOf(bill?.status) ?? '',
    issuedAt: localTime(bill?.issuedAt),
    dueAt: localTime(bill?.dueAt),
    notes: textOf(bill?.notes) ?? '',
  }
}

/** What is wrong with what was typed, by field; the server looks at the rest. */
export function checkBill(values: BillValues): Partial<BillValues> {
  const errors: Partial<BillValues> = {}
  for (const name of ['number', 'title', 'payer'] as const) {
    if (values[name].trim() === '') errors[name] = `Enter a ${billLabels[name].toLowerCase()}`
  }
  const currency = values.currency.trim().toUpperCase()
  if (!isCurrency(currency)) errors.currency = 'Enter a currency code, such as EUR'
  const { error } = readAmount(values.amount, currency)
  if (error !== undefined) errors.amount = error
  const [issued, due] = [instantOf(values.issuedAt), instantOf(values.dueAt)]
  if (issued !== null && due !== null && due < issued)
    errors.dueAt = 'Must not be before the issue date'
  return errors
}

type Fields = BodySent<'bills.update'>['data']

/** The fields that differ from what they were, as they are sent. */
export function billChanges(values: BillValues, before: BillValues): Fields {
  const differs = (name: keyof BillValues) => values[name] !== before[name]
  const fields: Fields = {}
  if (differs('number')) fields.number = values.number
  if (differs('title')) fields.title = values.title
  // Another name is somebody else: the account, if any, is no longer theirs.
  if (differs('payer')) fields.payer = { _id: null, name: values.payer }
  if (differs('amount') || differs('currency')) {
    const currency = values.currency.trim().toUpperCase()
    fields.currency = currency
    // The same figure in another currency is another number of minor units.
    const { minor } = readAmount(values.amount, currency)
    if (minor !== undefined) fields.amount = minor
  }
  if (differs('status')) fields.status = values.status as Bill['status']
  if (differs('issuedAt')) fields.issuedAt = instantOf(values.issuedAt)
  if (differs('dueAt')) fields.dueAt = instantOf(values.dueAt)
  if (differs('notes')) fields.notes = values.notes
  return fields
}
