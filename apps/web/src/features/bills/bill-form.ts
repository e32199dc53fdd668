import { billFields } from '@steward/contract/bills/bills.fields'
import type { BodySent } from '@steward/contract/calls/endpoints'
import { isCurrency } from '@steward/contract/values/currency'
import { t } from '@steward/i18n/reader'
import type { Bill } from '../../api/answers/records.ts'
import { formOf } from '../../ui/form/form-of.ts'
import { type NamedPerson, sentPerson } from '../../ui/form/named-person.ts'
import { readAmount, typedAmount } from '../../ui/format/amount.ts'
import { instantOf, localDay, localTime, midnightOf } from '../../ui/format/local-time.ts'

type BillSent = BodySent<'bills.update'>['data']
type BillParts = Partial<Parameters<typeof formOf<BillValues, Bill, BillSent>>[1]>
type BillValues = Record<Exclude<keyof BillSent, 'version' | 'payer'>, string> & {
  payer: NamedPerson
}

const currencyError = (currency: string) => (isCurrency(currency) ? null : t('Choose a currency'))

/** An amount and the currency that says in what units it is written. */
const money = (first: string) =>
  ({
    amount: {
      read: (bill) => typedAmount(bill?.amount, bill?.currency ?? ''),
      check: (amount, { currency }) => readAmount(amount, currency).error,
      // The same figure in another currency is another number of minor units.
      toRequest: (amount, { currency }) => readAmount(amount, currency).minor,
      sentWith: ['currency'],
    },
    currency: {
      read: (bill) => (bill ? (bill.currency ?? '') : first),
      check: currencyError,
      sentWith: ['amount'],
    },
  }) satisfies BillParts

/** The same for a bill without a currency: its units are unknown, so it is sent as typed. */
const plainMoney = {
  amount: {
    read: (bill) => String(bill?.amount ?? ''),
    check: (amount) =>
      /^\d+(\.\d+)?$/.test(amount.trim()) ? null : t('Enter an amount, such as 1250'),
    toRequest: (amount) => Number(amount),
  },
  currency: { check: currencyError },
} satisfies BillParts

/** A typed payment time in ISO 8601; in the minute of issue, the time of issue, since that minute began before it. */
export const paymentTime = (paidAt: string, bill: Bill | null): string | null =>
  paidAt !== '' && paidAt === localTime(bill?.issuedAt)
    ? (bill?.issuedAt ?? null)
    : instantOf(paidAt)

/** What is wrong with a payment time and issue day, as their fields hold them. */
export function paymentError(paidAt: string, issuedOn: string): string | null {
  const paid = instantOf(paidAt)
  if (paid === null) return null
  if (paid > new Date().toISOString()) return t('Must not be in the future')
  return issuedOn !== '' && paidAt.slice(0, 10) < issuedOn
    ? t('Must not be before the issue date')
    : null
}

/** A due day in ISO 8601. A bill that is due on the day of its issue isn't due before the hour of it. */
function dueTime(dueOn: string, issuedOn: string, bill: Bill | null): string | null {
  const issuedAt = bill?.issuedAt ?? null
  const isOfIssue = dueOn !== '' && dueOn === issuedOn && issuedOn === localDay(issuedAt)
  return isOfIssue ? issuedAt : midnightOf(dueOn)
}

/** The fields of a bill's form; `currency` is what a new bill (null) starts with. */
export const billForm = (bill: Bill | null, currency = '') =>
  formOf<BillValues, Bill, BillSent>(billFields, {
    number: {
      check: (number) => (bill !== null && number.trim() === '' ? t('Enter a number') : null),
    },
    title: {},
    payer: {
      check: (payer) => (payer === '' || payer.name.trim() === '' ? t('Enter a payer') : null),
      toRequest: (payer) => sentPerson(payer) ?? undefined,
    },
    ...(bill !== null && !bill.currency ? plainMoney : money(currency)),
    status: { first: 'draft', sentWith: ['paidAt'] },
    issuedAt: {},
    dueAt: {
      check: (dueAt, { issuedAt }) =>
        issuedAt !== '' && dueAt !== '' && dueAt < issuedAt
          ? t('Must not be before the issue date')
          : null,
      toRequest: (dueAt, { issuedAt }) => dueTime(dueAt, issuedAt, bill),
      checkedWith: ['issuedAt'],
    },
    paidAt: {
      check: (paidAt, { status, issuedAt }) => {
        if (status !== 'paid') return null
        const isCleared = paidAt === '' && bill?.status === 'paid' && Boolean(bill.paidAt)
        return isCleared ? t('Enter when it was paid') : paymentError(paidAt, issuedAt)
      },
      // It follows the status; left empty, the server says when that changed.
      toRequest: (paidAt, { status }) =>
        status === 'paid' ? (paymentTime(paidAt, bill) ?? undefined) : undefined,
      sentWith: ['status'],
      checkedWith: ['issuedAt'],
    },
    notes: {},
  })
