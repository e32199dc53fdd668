import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import type { Task } from '@steward/contract/tasks/tasks'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { newTaskDraft } from '../../shared/tasks/task-about.ts'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { choicesWith } from '../../ui/form/choices-with.ts'
import { DrawerForm, FieldRow } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { choicesOf } from '../../ui/list/table/columns.tsx'
import { AboutLink } from './about-link.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { DueField } from './due-field.tsx'
import { taskForm } from './task-form.ts'
import classes from './tasks.module.css'
import { keepTask, putNewTask } from './tasks.queries.ts'

/**
 * The form of a task.
 * @param props.task null for a new one, which lands on top of the list
 * @param props.onDone called once it is saved, or given up
 */
export function TaskEditor(props: { task: DeepPartial<Task> | null; onDone: () => void }) {
  const client = useQueryClient()
  const known = textOf(props.task?._id)
  const history = useEditHistory<DeepPartial<Task>>((task) => textOf(task.title) ?? 'this task')
  const editing = useRecordForm({
    draftKey: known === null ? newTaskDraft : `/tasks/${known}`,
    record: props.task,
    named: 'task',
    fields: taskForm,
    send: (fields, base) => {
      const id = textOf(base?._id)
      return id === null
        ? call('tasks.create', { body: { ...fields, title: fields.title ?? '' } })
        : call('tasks.update', { params: { id }, body: fields })
    },
    ...history,
    keep: (task, base) => {
      const id = textOf(base?._id) ?? textOf(task?._id) ?? ''
      if (base) keepTask(client, id, task ?? {})
      else putNewTask(client, id, task)
    },
    done: props.onDone,
  })
  const { form, input, base } = editing
  const { assignee, about } = form.getValues()
  const { error } = form.getInputProps('assignee')
  return (
    <DrawerForm
      what="task"
      saveLabel={base === null ? 'Create task' : 'Save task'}
      editing={editing}
      onCancel={props.onDone}
    >
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
      <AssigneeField
        label={taskForm.assignee.label}
        value={assignee}
        error={error}
        onChange={(person) => form.setFieldValue('assignee', person)}
      />
      <FieldRow>
        <NativeSelect
          {...input('status')}
          data={choicesWith(choicesOf(areas.tasks.statuses), textOf(base?.status))}
        />
        <NativeSelect
          {...input('priority')}
          data={choicesWith(choicesOf(taskFields.priority.choices), textOf(base?.priority))}
        />
      </FieldRow>
      <DueField {...input('dueAt')} onPick={(due) => form.setFieldValue('dueAt', due)} />
    </DrawerForm>
  )
}
