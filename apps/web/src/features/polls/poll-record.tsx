import type { Poll } from '@steward/contract/polls/polls'
import { pollFields } from '@steward/contract/polls/polls.fields'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { Leaving } from '../../ui/record/record-fields.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { PollButtons, useMayChange } from './poll-actions.tsx'
import { PollEditor } from './poll-editor.tsx'
import { PollResults } from './poll-results.tsx'

/** A poll or survey, whole, with its results, or its form. @param props.onDone called once it is deleted */
export function PollRecord(props: { poll: DeepPartial<Poll>; onDone: () => void }) {
  const { poll } = props
  const may = useMayChange()
  const { editing, coming, leave } = useEditing()
  if (editing !== null && editing === poll._id && may(poll))
    return <PollEditor key={editing} poll={poll} onCancel={leave} onDone={leave} />
  return (
    <Leaving on={coming}>
      <PollButtons poll={poll} onDone={props.onDone} />
      <PollResults poll={poll} />
      <FieldList
        fields={pollFields}
        record={poll}
        first={['kind', 'status']}
        own={{
          kind: <Text value={statusWord(textOf(poll.kind) ?? '')} />,
          title: null,
          opensAt: <Time at={poll.opensAt} kind="planned" whole />,
          closesAt: <Time at={poll.closesAt} kind="planned" whole />,
          description: <Text value={poll.description} />,
        }}
      />
      <RecordHistory id={poll._id} />
    </Leaving>
  )
}
