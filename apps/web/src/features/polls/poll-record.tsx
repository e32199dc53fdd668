import { pollFields } from '@steward/contract/polls/polls.fields'
import type { Poll } from '../../api/answers/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { PollButtons } from './poll-actions.tsx'
import { PollEditor } from './poll-editor.tsx'
import { PollResults } from './poll-results.tsx'
import { polls } from './polls.ts'

export function PollRecord(props: RecordProps<Poll>) {
  const { record: poll } = props
  return (
    <RecordView of={polls} Buttons={PollButtons} Form={PollEditor} {...props}>
      <PollResults poll={poll} />
      <FieldList
        fields={pollFields}
        record={poll}
        first={['kind', 'status']}
        own={{
          kind: <Text value={statusWord(poll.kind ?? '')} />,
          title: null,
          opensAt: <Time at={poll.opensAt} kind="planned" whole />,
          closesAt: <Time at={poll.closesAt} kind="planned" whole />,
          description: <Text value={poll.description} />,
        }}
      />
    </RecordView>
  )
}
