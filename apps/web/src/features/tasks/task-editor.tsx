import { Button, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import type { Task } from '../../api/records.ts'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { AboutLink } from './about-link.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { DueField } from './due-field.tsx'
import { taskForm } from './task-form.ts'
import classes from './tasks.module.css'
import { tasks } from './tasks.ts'

export const TaskEditor = (props: RecordFormProps<Task>) => (
  <RecordEditor of={tasks} fields={taskForm} {...props}>
    {({ form, base, input }) => {
      const { about } = form.getValues()
      return (
        <>
          <TextInput {...input('title')} data-autofocus dir="auto" autoComplete="off" />
          {about && (
            <p className={classes.about}>
              About <AboutLink about={about} isNew={base === null} />{' '}
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => form.setFieldValue('about', null)}
              >
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
