import { RecordsPage } from '../../shared/records/records-page.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { pollDefinition } from './poll-definition.tsx'
import { polls } from './polls.ts'

const PollRecord = drawerPart(async () => (await import('./poll-record.tsx')).PollRecord)
const PollForm = drawerPart(async () => (await import('./poll-editor.tsx')).PollEditor)

export const PollsPage = () => (
  <RecordsPage
    of={polls}
    definition={pollDefinition}
    Record={PollRecord}
    create={{ form: PollForm }}
  />
)
