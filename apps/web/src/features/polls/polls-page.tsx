import { permission } from '@steward/contract/permissions'
import { ListPage } from '../../shared/list/list-page.tsx'
import { pollDefinition } from './poll-definition.tsx'
import { PollRecord } from './poll-record.tsx'
import { pollListOptions } from './polls.queries.ts'

/** The polls and surveys. */
export function PollsPage() {
  return (
    <ListPage
      title="Polls and surveys"
      definition={pollDefinition}
      options={pollListOptions}
      needs={permission('Community', 'Polls and surveys', 'list')}
      drawer={({ record }) => <PollRecord poll={record} />}
    />
  )
}
