import { Button, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import type { ComponentProps } from 'react'
import type { Task } from '../../api/answers/records.ts'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { localTime } from '../../ui/format/local-time.ts'
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
              About <AboutLink about={about} isNew={base === null} />{' '}
              <Button size="compact-xs" onClick={() => form.setFieldValue('about', null)}>
                Remove link
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
const endOfDay = 17

/** The end of work in some days, in the reader's zone, as a date-and-time field has it. */
function dueIn(days: number, now = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, endOfDay)
  return localTime(at.toISOString())
}

const presets = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['Next week', 7],
] as const

function DueField(props: ComponentProps<typeof TextInput> & { onPick: (due: string) => void }) {
  const { onPick, ...input } = props
  return (
    <div>
      <TextInput type="datetime-local" {...input} />
      <div className="flex wrap gap-6" style={{ marginTop: 6 }}>
        {presets.map(([label, days]) => (
          <Button
            key={label}
            aria-label={`Due ${label.toLowerCase()}`}
            size="compact-xs"
            onClick={() => onPick(dueIn(days))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
