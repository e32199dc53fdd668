import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useEdit, useEditing, useShowMade } from '../../ui/form/use-editing.ts'
import { useCreateKey } from '../../ui/keys/create-key.ts'
import { useMayCall } from '../permissions/may-call.ts'
import { newTitle, type RecordArea } from './record-area.ts'
import type { RecordFormProps } from './record-view.tsx'

export interface NewRecordProps<T> {
  form: ComponentType<RecordFormProps<T>>
  /** Whether a new record only appears in its list and isn't opened. */
  staysClosed?: boolean
  onBegin?: () => void
  /** Called when the form is left, in place of leaving it. */
  onEnd?: (leave: () => void) => void
}

/** Whether the person may make a record of an area, and the server can. */
export const useMayMake = <T,>(of: RecordArea<T>): boolean =>
  useMayCall(`${of.area}.create` as 'tasks.create')

/** The button that makes a record of an area, and its form; nothing if that isn't permitted. */
export function NewRecord<T>(props: NewRecordProps<T> & { of: RecordArea<T> }) {
  const { form: Form, onEnd } = props
  const edit = useEdit()
  const { editing, leave } = useEditing()
  const show = useShowMade()
  const createKey = useCreateKey()
  const [word, start = null] = editing?.split('@') ?? []
  if (!useMayMake(props.of)) return null
  const end = () => (onEnd ? onEnd(leave) : leave())
  return (
    <>
      <Button
        variant="filled"
        {...createKey}
        leftSection={<IconPlus size="1rem" aria-hidden />}
        onClick={() => {
          props.onBegin?.()
          edit('new')
        }}
      >
        {newTitle(props.of)}
      </Button>
      {word === 'new' && (
        <Form
          key={start}
          record={null}
          start={start}
          leave={end}
          made={props.staysClosed ? end : show}
        />
      )}
    </>
  )
}
