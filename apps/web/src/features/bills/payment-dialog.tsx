import { TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useRef, useState } from 'react'
import type { Bill } from '../../api/answers/records.ts'
import { useChange } from '../../shared/records/use-change.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { localDay, localTime } from '../../ui/format/local-time.ts'
import { paymentError, paymentTime } from './bill-form.ts'
import { billChange, bills } from './bills.ts'

/** Asks when a bill was paid, now unless another time is chosen, and marks it as paid at once. */
export function PaymentDialog({ bill }: { bill: Bill }) {
  const change = useChange(bills)
  const [now] = useState(() => localTime(Date.now()))
  const [paidAt, setPaidAt] = useState(now)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const submit = () => {
    const at = paymentTime(paidAt, bill)
    const wrong =
      at === null ? t('Enter when it was paid') : paymentError(paidAt, localDay(bill.issuedAt))
    setError(wrong)
    if (wrong !== null || at === null) return field.current?.focus()
    closeDialog()
    // The present minute began before now, perhaps before the bill was issued.
    const sent = { status: 'paid', ...(paidAt !== now && { paidAt: at }) } as const
    change(bill, billChange(sent, t('Bill marked as paid')))
  }
  return (
    <FormDialog
      title={t('When was {bill} paid?', { bill: bills.name(bill) })}
      action={t('Mark as paid')}
      onSubmit={submit}
      onClose={closeDialog}
    >
      <TextInput
        ref={field}
        type="datetime-local"
        label={t('Paid')}
        data-autofocus
        max={now}
        value={paidAt}
        error={error}
        onChange={(event) => setPaidAt(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
