import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { NewRecord } from '../../shared/records/new-record.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { billDefinition } from './bill-definition.tsx'
import { BillTotals } from './bill-totals.tsx'

const BillRecord = drawerPart(async () => (await import('./bill-record.tsx')).BillRecord)

const NewBill = drawerPart(async () => (await import('./new-bill.tsx')).NewBill)

/** The bills. */
export function BillsPage() {
  const bulk = useBulk('bills')
  return (
    <ListPage
      definition={billDefinition}
      options={listOptions(lists.bills)}
      above={(query) => <BillTotals query={query} />}
      actions={<NewRecord one="bill" call="bills.create" form={NewBill} />}
      bulk={bulk}
      drawer={({ record }, close) => <BillRecord bill={record} onDone={close} />}
    />
  )
}
