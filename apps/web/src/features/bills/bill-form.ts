import type { Bill } from '@steward/contract/bills'
import { isCurrency } from '@steward/contract/currency'
import type { BodySent } from '@steward/contract/endpoints'
import { type DeepPartial, textOf } from '../../api/read.ts'
import type { FormFields } from '../../ui/form/form-fields.ts'
import {
  isSamePerson,
  type NamedPerson,
  personInWords,
  readPerson,
  sentPerson,
} from '../../ui/form/named-person.ts'
import { readAmount, typedAmount } from '../../ui/format/amount.ts'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

type BillSent = BodySent<'bills.update'>['data']
type BillValues = Record<Exclude<keyof BillSent, 'version' | 'payer'>, string> & {
  payer: NamedPerson
}

const code = (currency: string) => currency.trim().toUpperCase()
const required = (words: string) => (value: string) => (value.trim() === '' ? words : null)

const currencyError = (currency: string) =>
  isCurrency(code(currency)) ? null : 'Enter a currency code, such as EUR'

/** An amount and the currency that says in what units it is written. */
const money = {
  amount: {
    label: 'Amount',
    read: (bill) => typedAmount(bill?.amount, textOf(bill?.currency) ?? ''),
    check: (amount, { currency }) => readAmount(amount, code(currency)).error,
    // The same figure in another currency is another number of minor units.
    toRequest: (amount, { currency }) => readAmount(amount, code(currency)).minor,
    sentWith: ['currency'],
    always: true,
  },
  currency: {
    label: 'Currency',
    check: currencyError,
    toRequest: code,
    sentWith: ['amount'],
    always: true,
  },
} satisfies Partial<FormFields<BillValues, Bill, BillSent>>

/** The same of a bill without a currency: nobody knows its units, so the number is sent as typed. */
const plainMoney = {
  amount: {
    label: 'Amount',
    read: (bill) => textOf(bill?.amount) ?? '',
    check: (amount) =>
      /^\d+(\.\d+)?$/.test(amount.trim()) ? null : 'Enter an amount, such as 1250',
    toRequest: (amount) => Number(amount),
  },
  currency: { label: 'Currency', check: currencyError, toRequest: code },
} satisfies Partial<FormFields<BillValues, Bill, BillSent>>

/**
 * When a bill was paid, as a field of date and time holds it, in ISO 8601; null for an empty one. The minute in which
 * it was issued began before it was.
 */
export const paymentTime = (paidAt: string, bill: DeepPartial<Bill> | null): string | null =>
  paidAt !== '' && paidAt === localTime(bill?.issuedAt) ? textOf(bill?.issuedAt) : instantOf(paidAt)

/** What is wrong with the time of a payment. @param paidAt and issuedAt as fields of date and time hold them */
export function paymentError(paidAt: string, issuedAt: string): string | null {
  const [paid, issued] = [instantOf(paidAt), instantOf(issuedAt)]
  if (paid === null) return null
  if (paid > new Date().toISOString()) return 'Must not be in the future'
  return issued !== null && paid < issued ? 'Must not be before the issue date' : null
}

/** The fields of a bill's form. @param bill null for a new one, whose number may be left to the server */
export const billFields = (
  bill: DeepPartial<Bill> | null,
): FormFields<BillValues, Bill, BillSent> => ({
  number: {
    label: 'Number',
    check: bill === null ? () => null : required('Enter a number'),
  },
  title: {
    label: 'Title',
    check: required('Enter a title'),
    always: true,
  },
  payer: {
    label: 'Payer',
    read: (bill) => readPerson(bill?.payer),
    check: (payer) => (payer === '' || payer.name.trim() === '' ? 'Enter a payer' : null),
    equal: isSamePerson,
    toRequest: (payer) => sentPerson(payer) ?? undefined,
    inWords: personInWords,
    always: true,
  },
  ...(bill !== null && textOf(bill.currency) === null ? plainMoney : money),
  status: {
    label: 'Status',
    read: (bill) => (bill ? (textOf(bill.status) ?? '') : 'draft'),
    toRequest: (status) => status as Bill['status'],
    sentWith: ['paidAt'],
    inWords: (status) => statusWord(status),
  },
  issuedAt: { label: 'Issued', read: (bill) => localTime(bill?.issuedAt), toRequest: instantOf },
  dueAt: {
    label: 'Due',
    read: (bill) => localTime(bill?.dueAt),
    check: (dueAt, { issuedAt }) => {
      const [issued, due] = [instantOf(issuedAt), instantOf(dueAt)]
      const early = issued !== null && due !== null && due < issued
      return early ? 'Must not be before the issue date' : null
    },
    toRequest: instantOf,
    checkedWith: ['issuedAt'],
  },
  paidAt: {
    label: 'Paid',
    read: (bill) => localTime(bill?.paidAt),
    check: (paidAt, { status, issuedAt }) => {
      if (status !== 'paid') return null
      const isCleared = paidAt === '' && bill?.status === 'paid' && textOf(bill.paidAt) !== null
      return isCleared ? 'Enter when it was paid' : paymentError(paidAt, issuedAt)
    },
    // It follows the status; left empty, the server says when that changed.
    toRequest: (paidAt, { status }) =>
      status === 'paid' ? (paymentTime(paidAt, bill) ?? undefined) : undefined,
    sentWith: ['status'],
    checkedWith: ['issuedAt'],
  },
  notes: { label: 'Notes' },
})

/** What creates a bill: the fields that its form always sends are there once it is checked. */
export const newBill = (fields: Partial<BillSent>) => fields as BodySent<'bills.create'>['data']
