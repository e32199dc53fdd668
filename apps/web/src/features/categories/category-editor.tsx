import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Category } from '@steward/contract/categories'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, numberOf, textOf } from '../../api/read.ts'
import { putOnTop } from '../../api/record-cache.ts'
import { useCategoryChoices } from '../../shared/categories/category-choices.ts'
import { FieldRow, RecordForm } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { keepCategory, reloadCategories } from './categories.queries.ts'
import {
  categoryBody,
  categoryLabels,
  categoryValues,
  checkCategory,
  pictureWords,
} from './category-form.ts'
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
  const editing = useRecordForm({
    draftKey: `/categories/${textOf(props.category?._id) ?? 'new'}`,
    record: props.category,
    valuesOf: categoryValues,
    labels: categoryLabels,
    inWords: {
      image: pictureWords,
      parent: (value) =>
        value === '' ? 'none' : (choices.find((choice) => choice.value === value)?.label ?? value),
      status: (value) => statusWord(value),
    },
    check: checkCategory,
    send: (values, before, base) => {
      const id = textOf(base?._id)
      if (id === null) {
        const body = categoryBody(values, before, { name: values.name })
        return call('categories.create', { body })
      }
      const version = numberOf(base?.version)
      const body = categoryBody(values, before, version === null ? {} : { version })
      return call('categories.update', { params: { id }, body })
    },
    saved: (saved: Category, base: DeepPartial<Category> | null) => {
      if (base === null) {
        // On top of the list as it stands; the next load puts it where its order says.
        putOnTop<Category>(client, 'categories', 'categories.list', saved._id, saved)
        void client.invalidateQueries({ queryKey: ['categories.tree'] })
        return
      }
      keepCategory(client, saved._id, saved)
      if (saved.parent !== base.parent) reloadCategories(client)
    },
    done: props.onDone,
  })
  const id = textOf(editing.base?._id)
  const { form } = editing
  const field = (name: keyof typeof categoryLabels) => ({
    label: categoryLabels[name],
    ...form.getInputProps(name),
  })
  return (
    <RecordForm
      what="category"
      saveLabel={id === null ? 'Create category' : 'Save category'}
      editing={editing}
      onCancel={props.onDone}
    >
      <TextInput {...field('name')} data-autofocus dir="auto" autoComplete="off" />
      <FieldRow>
        <NativeSelect
          {...field('parent')}
          data={[
            { value: '', label: 'None (top level)' },
            ...choices.filter((choice) => choice.value !== id),
          ]}
        />
        <NativeSelect
          {...field('status')}
          data={[
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
        />
      </FieldRow>
      <ColorField {...field('color')} onPick={(color) => form.setFieldValue('color', color)} />
      <ImageField
        label={categoryLabels.image}
        shape="thing"
        value={form.getValues().image || null}
        name={textOf(form.getValues().name)}
        error={textOf(form.errors.image) ?? undefined}
        onChange={(image) => {
          form.clearFieldError('image')
          form.setFieldValue('image', image ?? '')
        }}
      />
      <Textarea {...field('description')} dir="auto" rows={4} />
    </RecordForm>
  )
}
