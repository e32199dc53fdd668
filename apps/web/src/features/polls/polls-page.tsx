import { permission } from '@steward/contract/permissions'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { pollDefinition } from './poll-definition.tsx'
import { PollRecord } from './poll-record.tsx'
import { pollListOptions } from './polls.queries.ts'

/** The polls and surveys. */
export function PollsPage() {
  return (
    <ListScreen
      title="Polls and surveys"
      definition={pollDefinition}
      options={pollListOptions}
      needs={permission('Community', 'Polls and surveys', 'list')}
      drawer={({ record }) => <PollRecord poll={record} />}
    />
  )
}
