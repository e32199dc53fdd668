import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import type { Poll } from '../../api/answers/records.ts'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { hintBelow } from '../../ui/form/hint-below.ts'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { pollForm } from './poll-form.ts'
import { polls } from './polls.ts'
import { QuestionEditor } from './question-editor.tsx'
import { hasVotes } from './questions.ts'

const kinds = () =>
  [
    { value: 'poll', label: t('Poll: one question') },
    { value: 'survey', label: t('Survey: several questions') },
  ] satisfies { value: Poll['kind']; label: string }[]

const firstStates = () => [
  { value: 'draft', label: t('Draft: not visible yet') },
  { value: 'open', label: t('Open: accepting answers') },
]

export const PollEditor = (props: RecordFormProps<Poll>) => (
  <RecordEditor
    of={polls}
    fields={pollForm}
    what={({ kind }) => (kind === 'survey' ? msg('survey') : msg('poll'))}
    {...props}
  >
    {({ form, base, input }) => {
      const { kind, questions } = form.getValues()
      const answered = questions.some(hasVotes)
      return (
        <>
          <TextInput {...input('title')} data-autofocus dir="auto" autoComplete="off" />
          <FieldRow>
            <ChoiceField
              {...input('kind')}
              disabled={answered}
              {...hintBelow(answered && t('It already has votes, so the kind can’t be changed'))}
              choices={kinds()}
              own={base && (base.kind ?? '')}
            />
            {base === null && <NativeSelect {...input('status')} data={firstStates()} />}
          </FieldRow>
          <QuestionEditor {...input('questions')} kind={kind} />
          <FieldRow>
            <TextInput type="datetime-local" {...input('opensAt')} />
            <TextInput type="datetime-local" {...input('closesAt')} />
          </FieldRow>
          <Textarea {...input('description')} dir="auto" rows={4} />
        </>
      )
    }}
  </RecordEditor>
)
