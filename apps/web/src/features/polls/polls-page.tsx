import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { NewRecord } from '../../shared/records/new-record.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { pollDefinition } from './poll-definition.tsx'

const PollRecord = drawerPart(async () => (await import('./poll-record.tsx')).PollRecord)

const NewPoll = drawerPart(async () => (await import('./new-poll.tsx')).NewPoll)

/** The polls and surveys. */
export function PollsPage() {
  const bulk = useBulk('polls')
  return (
    <ListPage
      definition={pollDefinition}
      options={listOptions(lists.polls)}
      actions={<NewRecord one="poll or survey" call="polls.create" form={NewPoll} />}
      bulk={bulk}
      drawer={({ record }, close) => <PollRecord poll={record} onDone={close} />}
    />
  )
}
