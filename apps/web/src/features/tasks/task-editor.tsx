import { Button, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import { msg, t } from '@steward/i18n/reader'
import type { ComponentProps } from 'react'
import type { Task } from '../../api/answers/records.ts'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { localTime } from '../../ui/format/local-time.ts'
import { rich } from '../../ui/format/rich.tsx'
import { AboutLink } from './about-link.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { taskForm } from './task-form.ts'
import { tasks } from './tasks.ts'

export const TaskEditor = (props: RecordFormProps<Task>) => (
  <RecordEditor of={tasks} fields={taskForm} {...props}>
    {({ form, base, input }) => {
      const { about } = form.getValues()
      return (
        <>
          <TextInput {...input('title')} data-autofocus dir="auto" autoComplete="off" />
          {about && (
            <p className="row wrap anywhere gap-4-8">
              {/* i18n: what a task is about: {record} is a link such as “Bill 12” */}
              {rich('About {record}', {
                record: <AboutLink about={about} isNew={base === null} />,
              })}{' '}
              <Button size="compact-xs" onClick={() => form.setFieldValue('about', null)}>
                {t('Remove link')}
              </Button>
            </p>
          )}
          <Textarea {...input('description')} dir="auto" rows={5} />
          <AssigneeField {...input('assignee')} />
          <FieldRow>
            <ChoiceField
              {...input('status')}
              choices={areas.tasks.statuses}
              own={base && (base.status ?? '')}
            />
            <ChoiceField
              {...input('priority')}
              choices={taskFields.priority.choices}
              own={base && (base.priority ?? '')}
            />
          </FieldRow>
          <DueField {...input('dueAt')} onPick={(due) => form.setFieldValue('dueAt', due)} />
        </>
      )
    }}
  </RecordEditor>
)

/** The hour at which a working day ends, and so a task without an hour is due. */
const endOfDay = '17:00'

/** The end of work in some days, in the reader's zone, as a date-and-time field has it. */
function dueIn(days: number): string {
  const today = Date.parse(`${localTime(Date.now()).slice(0, 10)}T00:00:00Z`)
  return `${new Date(today + days * 86_400_000).toISOString().slice(0, 10)}T${endOfDay}`
}

const presets = [
  { days: 0, label: msg('Today'), words: msg('Due today') },
  { days: 1, label: msg('Tomorrow'), words: msg('Due tomorrow') },
  { days: 7, label: msg('Next week'), words: msg('Due next week') },
]

function DueField(props: ComponentProps<typeof TextInput> & { onPick: (due: string) => void }) {
  const { onPick, ...input } = props
  if (input.hidden) return null
  return (
    <div>
      <TextInput type="datetime-local" {...input} />
      {!input.disabled && (
        <div className="flex wrap gap-6" style={{ marginTop: 6 }}>
          {presets.map(({ days, label, words }) => (
            <Button
              key={days}
              aria-label={t(words)}
              size="compact-xs"
              onClick={() => onPick(dueIn(days))}
            >
              {t(label)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
