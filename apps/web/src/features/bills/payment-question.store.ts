import type { Bill } from '@steward/contract/bills/bills'
import { create } from 'zustand'
import type { DeepPartial } from '../../api/read.ts'

/** The bill that is asked when it was paid: outside of the rows, which come and go. */
export const usePaymentQuestion = create<{ bill: DeepPartial<Bill> | null }>()(() => ({
  bill: null,
}))

/** Asks when a bill was paid. */
export const askPayment = (bill: DeepPartial<Bill>): void => usePaymentQuestion.setState({ bill })

/** Takes the question away. */
export const dropPaymentQuestion = (): void => usePaymentQuestion.setState({ bill: null })
