import { Button, TextInput } from '@mantine/core'
import type { Bill } from '@steward/contract/bills/bills'
import { useRef, useState } from 'react'
import type { DeepPartial } from '../../api/read.ts'
import { Dialog, DialogActions, DialogForm } from '../../ui/feedback/dialog.tsx'
import { localDay, localTime } from '../../ui/format/local-time.ts'
import { paymentError, paymentTime } from './bill-form.ts'
import { dropPaymentQuestion } from './payment-question.store.ts'
import { billDeletion, useChangeBill } from './use-change-bill.ts'

/** Asks when a bill was paid, now unless another time is chosen, and marks it as paid at once. */
export function PaymentQuestion({ bill }: { bill: DeepPartial<Bill> }) {
  const change = useChangeBill()
  const [now] = useState(() => localTime(Date.now()))
  const [paidAt, setPaidAt] = useState(now)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const submit = () => {
    const at = paymentTime(paidAt, bill)
    const wrong =
      at === null ? 'Enter when it was paid' : paymentError(paidAt, localDay(bill.issuedAt))
    setError(wrong)
    if (wrong !== null || at === null) return field.current?.focus()
    dropPaymentQuestion()
    // The present minute began before now, perhaps before the bill was issued.
    change(bill, { status: 'paid', ...(paidAt !== now && { paidAt: at }) }, 'Bill marked as paid')
  }
  return (
    <Dialog title={`When was ${billDeletion.name(bill)} paid?`} onClose={dropPaymentQuestion}>
      <DialogForm onSubmit={submit}>
        <TextInput
          ref={field}
          type="datetime-local"
          label="Paid"
          data-autofocus
          max={now}
          value={paidAt}
          error={error}
          onChange={(event) => setPaidAt(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={dropPaymentQuestion}>
            Cancel
          </Button>
          <Button type="submit">Mark as paid</Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
