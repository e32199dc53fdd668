import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Category } from '@steward/contract/categories/categories'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { requestBody } from '../../api/request-body.ts'
import { useCategoryChoices } from '../../shared/categories/category-choices.ts'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { choicesWith } from '../../ui/form/choices-with.ts'
import { DrawerForm, FieldRow } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { choicesOf } from '../../ui/list/table/columns.tsx'
import { keepCategory, putNewCategory } from './categories.queries.ts'
import { categoryForm } from './category-form.ts'
import { ColorField } from './color-field.tsx'

/**
 * The form of a category.
 * @param props.category null for a new one, which lands on top of the list
 * @param props.onDone called once it is saved, or given up
 */
export function CategoryEditor(props: {
  category: DeepPartial<Category> | null
  onDone: () => void
}) {
  const client = useQueryClient()
  const choices = useCategoryChoices()
  const history = useEditHistory<DeepPartial<Category>>(
    (category) => textOf(category.name) ?? 'this category',
  )
  const editing = useRecordForm({
    draftKey: `/categories/${textOf(props.category?._id) ?? 'new'}`,
    record: props.category,
    named: 'category',
    fields: categoryForm(choices),
    send: (fields, base) => {
      const id = textOf(base?._id)
      return id === null
        ? call('categories.create', { body: requestBody({ ...fields, name: fields.name ?? '' }) })
        : call('categories.update', { params: { id }, body: requestBody(fields) })
    },
    ...history,
    keep: (category, base) => {
      const id = textOf(base?._id) ?? textOf(category?._id) ?? ''
      if (base) keepCategory(client, id, category ?? {})
      else putNewCategory(client, id, category)
    },
    done: props.onDone,
  })
  const id = textOf(editing.base?._id)
  const { form, input } = editing
  return (
    <DrawerForm
      what="category"
      saveLabel={id === null ? 'Create category' : 'Save category'}
      editing={editing}
      onCancel={props.onDone}
    >
      <TextInput {...input('name')} data-autofocus dir="auto" autoComplete="off" />
      <FieldRow>
        <NativeSelect
          {...input('parent')}
          data={[
            { value: '', label: 'None (top level)' },
            ...choices.filter((choice) => choice.value !== id),
          ]}
        />
        <NativeSelect
          {...input('status')}
          data={choicesWith(
            choicesOf(['active', 'inactive']),
            id === null ? 'active' : textOf(editing.base?.status),
          )}
        />
      </FieldRow>
      <ColorField {...input('color')} onPick={(color) => form.setFieldValue('color', color)} />
      <ImageField {...input('image')} shape="thing" name={textOf(form.getValues().name)} />
      <Textarea {...input('description')} dir="auto" rows={4} />
    </DrawerForm>
  )
}
