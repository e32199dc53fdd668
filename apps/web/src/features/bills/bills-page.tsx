import { permission } from '@steward/contract/permissions'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { billDefinition } from './bill-definition.tsx'
import { BillRecord } from './bill-record.tsx'
import { billListOptions } from './bills.queries.ts'

/** The bills. */
export function BillsPage() {
  return (
    <ListScreen
      title="Bills"
      definition={billDefinition}
      options={billListOptions}
      needs={permission('Operations', 'Bills', 'list')}
      drawer={({ record }) => <BillRecord bill={record} />}
    />
  )
}
