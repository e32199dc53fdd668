import { areas } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnyRecord } from '../../api/answers/records.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { FormFields, FormValues } from '../../ui/form/form-fields.ts'
import { DrawerForm } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useOwnId } from '../../ui/list/filters/own-id.ts'
import { useOwnLimits } from '../../ui/permissions/own-limits.ts'
import { CreationNote } from '../permissions/creation-note.tsx'
import { creationConditions, firstValues } from '../permissions/first-values.ts'
import { useEditHistory } from '../undo/note-change.ts'
import { makingWord } from './making-words.ts'
import { addRecord, cacheRecord, newTitle, type RecordArea, sendFields } from './record-area.ts'
import type { RecordFormProps } from './record-view.tsx'

/** The values of fields that a form has. */
const known = <V extends FormValues>(fields: object, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)),
  ) as Partial<V>

/**
 * The form of a record in its place, or of a new one in a dialog, saved by the area's own calls.
 * @param props.what the record in words, unless that is the area's word for one
 */
export function RecordEditor<
  T extends AnyRecord,
  V extends FormValues,
  S extends { [K in keyof V]?: unknown },
>(
  props: RecordFormProps<T> & {
    of: RecordArea<T>
    fields: FormFields<V, T, S>
    values?: Partial<V>
    what?: (values: V) => string
    children: (editing: ReturnType<typeof useRecordForm<V, T, S>>) => ReactNode
  },
) {
  const { of, record, values, leave, made = leave } = props
  const client = useQueryClient()
  const history = useEditHistory(of.name)
  const limits = useOwnLimits()
  const me = useOwnId()
  const wheres = record === null ? creationConditions(limits, of.area) : undefined
  const editing = useRecordForm<V, T, S>({
    draftKey: `${areas[of.area].path}/${record?._id ?? 'new'}`,
    record,
    area: of.area,
    fields: props.fields,
    start: { values: { ...known(props.fields, firstValues(of.area, wheres, me)), ...values } },
    ...(of.isInData && { prefix: 'data.' }),
    send: (fields, base) => sendFields(of, base?._id ?? null, fields),
    ...history,
    keep: (saved, base) => {
      const id = base?._id ?? saved?._id ?? ''
      if (base) cacheRecord(client, of, id, saved)
      else addRecord(client, of, id, saved)
    },
    done: (saved, base) => (base ? leave() : made(saved?._id ?? null)),
  })
  const noun = props.what?.(editing.form.getValues()) ?? areas[of.area].one
  const form = (
    <DrawerForm
      what={t(noun)}
      saveLabel={makingWord(editing.base === null ? 'create' : 'save', noun)}
      editing={editing}
      onCancel={leave}
    >
      {props.children(editing)}
    </DrawerForm>
  )
  if (record !== null) return form
  return (
    <Dialog onClose={leave} size="lg" title={newTitle(of)}>
      <div className="mb-16 hide-empty">
        <CreationNote area={of.area} submodule={areas[of.area].title} wheres={wheres} />
      </div>
      {form}
    </Dialog>
  )
}
