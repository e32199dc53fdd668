import { permission } from '@steward/contract/permissions'
import { BulkActions } from '../../shared/jobs/bulk-actions.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { billDefinition } from './bill-definition.tsx'
import { BillRecord } from './bill-record.tsx'
import { BillTotals } from './bill-totals.tsx'
import { billListOptions } from './bills.queries.ts'

/** The bills. */
export function BillsPage() {
  return (
    <ListPage
      title="Bills"
      definition={billDefinition}
      options={billListOptions}
      needs={permission('Operations', 'Bills', 'list')}
      above={(query) => <BillTotals query={query} />}
      bulk={(chosen) => <BulkActions area="bills" chosen={chosen} />}
      drawer={({ record }, close) => <BillRecord bill={record} onDone={close} />}
    />
  )
}
