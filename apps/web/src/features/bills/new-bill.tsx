import { useQuery } from '@tanstack/react-query'
import { useHasCall } from '../../api/missing-calls.ts'
import type { NewRecordForm } from '../../shared/records/new-record.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { BillEditor } from './bill-editor.tsx'
import { billTotalsOptions } from './bills.queries.ts'
import { usedCurrencies } from './currency-choices.ts'

/** The form of a new bill, in the currency of most bills unless another is chosen. */
export function NewBill({ leave, made }: NewRecordForm) {
  const has = useHasCall('bills.totals')
  const { data, isFetching } = useQuery({ ...billTotalsOptions({}), enabled: has })
  // The dialog gives its first field the focus, so both come at once.
  if (data === undefined && isFetching) return null
  return (
    <Dialog onClose={leave} size="lg" title="New bill">
      <BillEditor
        bill={null}
        used={usedCurrencies(data ?? [])}
        onDone={(id) => (id === undefined ? leave() : made(id))}
      />
    </Dialog>
  )
}
