import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Poll } from '@steward/contract/polls/polls'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { putOnTop, reloadLists, replaceRecord } from '../../api/record-cache.ts'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { choicesWith } from '../../ui/form/choices-with.ts'
import { DrawerForm, FieldRow } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { newPoll, pollForm } from './poll-form.ts'
import { QuestionEditor } from './question-editor.tsx'
import { hasVotes } from './questions.ts'

const kinds = [
  { value: 'poll', label: 'Poll: one question' },
  { value: 'survey', label: 'Survey: several questions' },
] satisfies { value: Poll['kind']; label: string }[]

const firstStates = [
  { value: 'draft', label: 'Draft: not visible yet' },
  { value: 'open', label: 'Open: accepting answers' },
]

/**
 * The form of a poll or survey with its questions.
 * @param props.poll null for a new one
 * @param props.onDone called with its id once it is saved
 */
export function PollEditor(props: {
  poll: DeepPartial<Poll> | null
  onCancel: () => void
  onDone: (id: string | null) => void
}) {
  const client = useQueryClient()
  const history = useEditHistory<DeepPartial<Poll>>((poll) => textOf(poll.title) ?? 'this poll')
  const editing = useRecordForm({
    draftKey: `/polls/${textOf(props.poll?._id) ?? 'new'}`,
    record: props.poll,
    named: 'poll',
    fields: pollForm,
    send: (fields, base) => {
      const id = textOf(base?._id)
      return id === null
        ? call('polls.create', { body: newPoll(fields) })
        : call('polls.update', { params: { id }, body: fields })
    },
    ...history,
    keep: (poll, base) => {
      const id = textOf(base?._id) ?? textOf(poll?._id) ?? ''
      if (!base && poll) return putOnTop<Poll>(client, 'polls', 'polls.list', id, poll)
      if (poll) replaceRecord<Poll>(client, 'polls', id, poll)
      void reloadLists(client, 'polls')
    },
    done: (poll, base) => props.onDone(textOf(poll?._id) ?? textOf(base?._id)),
  })
  const { input } = editing
  const { kind, questions } = editing.form.getValues()
  const isNew = editing.base === null
  const what = kind === 'survey' ? 'survey' : 'poll'
  const answered = questions.some(hasVotes)
  return (
    <DrawerForm
      what={what}
      saveLabel={isNew ? `Create ${what}` : `Save ${what}`}
      editing={editing}
      onCancel={props.onCancel}
    >
      <TextInput {...input('title')} data-autofocus dir="auto" autoComplete="off" />
      <FieldRow>
        <NativeSelect
          {...input('kind')}
          disabled={answered}
          description={answered ? 'It already has votes, so the kind can’t be changed' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choicesWith(kinds, textOf(editing.base?.kind))}
        />
        {isNew && <NativeSelect {...input('status')} data={firstStates} />}
      </FieldRow>
      <QuestionEditor {...input('questions')} kind={kind} />
      <FieldRow>
        <TextInput type="datetime-local" {...input('opensAt')} />
        <TextInput type="datetime-local" {...input('closesAt')} />
      </FieldRow>
      <Textarea {...input('description')} dir="auto" rows={4} />
    </DrawerForm>
  )
}
