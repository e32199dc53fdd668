import type { BodyOf } from '@steward/contract/calls/endpoints'
import { takeBillNumbers } from '../../db/write/bill-numbers.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { findNamedPerson } from '../records/named-person.ts'
import { billColumns, mustBeDueAfterIssue, mustBePaidInTime } from './bills.rules.ts'

/** What a bill is before anybody has said anything of it. */
const blank = {
  issued_at: null,
  due_at: null,
  paid_at: null,
  notes: null,
  status: 'draft',
} as const

/**
 * Creates a bill, as a draft unless said otherwise, with the next number where none was sent.
 * @returns its id
 */
export async function createBill(
  { tx, insert }: WriteTransaction,
  fields: BodyOf<'bills.create'>['data'],
): Promise<string> {
  const now = new Date()
  mustBeDueAfterIssue(blank, fields)
  mustBePaidInTime(blank, fields, now)
  const payer = await findNamedPerson(tx, null, fields.payer, 'data.payer')
  const { id: payer_id = null, name: payer_name = '' } = payer ?? {}
  const id = newId()
  const number = fields.number ?? ((await takeBillNumbers(tx, 1))[0] as string)
  const { title, amount, currency } = fields
  const told = billColumns(blank, fields, undefined, now)
  const columns = Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== undefined),
  )
  await insert('bills', [
    {
      ...blank,
      ...columns,
      id,
      number,
      title,
      payer_id,
      payer_name,
      amount,
      currency,
      deleted_at: null,
    },
  ])
  return id
}
