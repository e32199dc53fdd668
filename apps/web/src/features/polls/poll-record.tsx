import type { Poll } from '@steward/contract/polls'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Count, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Field, Fields, IdField, Leaving } from '../../ui/record/record-fields.tsx'
import { StatusBadge, statusWord } from '../../ui/record/status-badge.tsx'
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
      <Fields>
        <Field label="Kind">
          <Text value={statusWord(textOf(poll.kind) ?? '')} />
        </Field>
        <Field label="Status">
          <StatusBadge status={poll.status} />
        </Field>
        <Field label="Author">
          <PersonLink person={poll.author} />
        </Field>
        <Field label="Responses">
          <Count value={poll.responseCount} />
        </Field>
        <Field label="Opens">
          <Time at={poll.opensAt} kind="planned" whole />
        </Field>
        <Field label="Closes">
          <Time at={poll.closesAt} kind="planned" whole />
        </Field>
        <Field label="Description">
          <Text value={poll.description} />
        </Field>
        <Field label="Created">
          <Time at={poll.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={poll.updatedAt} whole />
        </Field>
        <IdField id={poll._id} />
      </Fields>
      <RecordHistory id={poll._id} />
    </Leaving>
  )
}
