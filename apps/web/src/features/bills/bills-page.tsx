import { RecordsPage } from '../../shared/records/records-page.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { billDefinition } from './bill-definition.tsx'
import { BillTotals } from './bill-totals.tsx'
import { bills } from './bills.ts'

const BillRecord = drawerPart(async () => (await import('./bill-record.tsx')).BillRecord)
const BillForm = drawerPart(async () => (await import('./bill-editor.tsx')).BillEditor)

export const BillsPage = () => (
  <RecordsPage
    of={bills}
    definition={billDefinition}
    Record={BillRecord}
    create={{ form: BillForm }}
    above={(query) => <BillTotals query={query} />}
  />
)
