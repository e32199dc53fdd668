import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import type { NewRecordForm } from '../../shared/records/new-record.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { BillEditor } from './bill-editor.tsx'
import { billTotalsOptions, knownTotals } from './bills.queries.ts'
import { usedCurrencies } from './currency-choices.ts'

/** The form of a new bill, in the currency of most bills unless another is chosen. */
export function NewBill({ leave, made }: NewRecordForm) {
  const client = useQueryClient()
  // As a rule the list has totals above it; without them, as by a link to the form, they are asked for.
  const [known] = useState(() => knownTotals(client))
  const has = useHasCall('bills.totals')
  const asked = useQuery({ ...billTotalsOptions({}), enabled: has && !known, retry: false })
  // The dialog gives its first field the focus, so both come at once.
  if (asked.data === undefined && asked.isFetching) return null
  return (
    <Dialog onClose={leave} size="lg" title="New bill">
      <BillEditor
        bill={null}
        used={usedCurrencies(known ?? asked.data ?? [])}
        onDone={(id) => (id === undefined ? leave() : made(id))}
      />
    </Dialog>
  )
}
