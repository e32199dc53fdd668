import type { ComponentType, ReactNode } from 'react'
import type { AnyRecord } from '../../api/answers/records.ts'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Leaving } from '../../ui/record/record-fields.tsx'
import { RecordHistory } from '../history/record-history.tsx'
import type { RecordProps } from './area-actions.tsx'
import { type RecordArea, useMayChange } from './record-area.ts'

export interface RecordFormProps<T> {
  record: T | null
  /** What a new one starts with, such as the day of a calendar that was chosen. */
  start?: string | null
  leave: () => void
  /** Leaves the form of a new record and opens that; without an id there is none to open. */
  made?: (id: string | null) => void
}

/** An open record with its actions and history; or its form, while it is edited. */
export function RecordView<T extends AnyRecord>(
  props: RecordProps<T> & {
    of: RecordArea<T>
    Buttons: ComponentType<RecordProps<T>>
    Form?: ComponentType<RecordFormProps<T>>
    top?: ReactNode
    children: ReactNode
  },
) {
  const { Buttons, Form, record } = props
  const { _id } = record
  const may = useMayChange(props.of)
  const { editing, coming, leave } = useEditing()
  if (Form && editing !== null && editing === _id && may(record))
    return <Form key={editing} record={record} leave={leave} />
  return (
    <Leaving on={Form !== undefined && coming}>
      {props.top}
      <Buttons record={record} onDone={props.onDone} />
      {props.children}
      <RecordHistory id={_id} />
    </Leaving>
  )
}
