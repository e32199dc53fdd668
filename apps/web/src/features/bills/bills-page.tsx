import { BulkActions } from '../../shared/jobs/bulk-actions.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { billDefinition } from './bill-definition.tsx'
import { BillRecord } from './bill-record.tsx'
import { BillTotals } from './bill-totals.tsx'

/** The bills. */
export function BillsPage() {
  return (
    <ListPage
      definition={billDefinition}
      options={listOptions(lists.bills)}
      above={(query) => <BillTotals query={query} />}
      bulk={(chosen) => <BulkActions area="bills" chosen={chosen} />}
      drawer={({ record }, close) => <BillRecord bill={record} onDone={close} />}
    />
  )
}
