import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Category } from '@steward/contract/categories'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type Sparse, textOf } from '../../api/read.ts'
import { putOnTop } from '../../api/record-cache.ts'
import { useCategoryChoices } from '../../ui/category-choices.ts'
import { FieldRow, RecordForm } from '../../ui/record-form.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import classes from './categories.module.css'
import { keepCategory, reloadCategories } from './categories.queries.ts'
import { categoryChanges, categoryLabels, categoryValues, checkCategory } from './category-form.ts'
import { safeColor } from './category-name.tsx'

/**
 * The form of a category.
 * @param props.category null for a new one, which lands on top of the list
 * @param props.onDone called once it is saved, or given up
 */
export function CategoryEditor(props: { category: Sparse<Category> | null; onDone: () => void }) {
  const { category } = props
  const id = textOf(category?._id)
  const client = useQueryClient()
  const choices = useCategoryChoices()
  const editing = useRecordForm({
    draftKey: `/categories/${id ?? 'new'}`,
    record: category,
    valuesOf: categoryValues,
    labels: categoryLabels,
    check: checkCategory,
    send: (values, before, version) => {
      const fields = categoryChanges(values, before)
      if (id === null) return call('categories.create', { body: { ...fields, name: values.name } })
      return call('categories.update', {
        params: { id },
        body: { ...fields, ...(version === null ? {} : { version }) },
      })
    },
    done: (saved: Category) => {
      if (id === null) {
        // On top of the list as it stands; the next load puts it where its order says.
        putOnTop<Category>(client, 'categories', 'categories.list', saved._id, saved)
        void client.invalidateQueries({ queryKey: ['categories.tree'] })
      } else keepCategory(client, id, saved)
      if (id !== null && saved.parent !== category?.parent) reloadCategories(client)
      props.onDone()
    },
  })
  const { form } = editing
  const field = (name: keyof typeof categoryLabels) => ({
    label: categoryLabels[name],
    ...form.getInputProps(name),
  })
  const color = safeColor(form.getValues().color)
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
      <TextInput
        {...field('color')}
        placeholder="#2f6fde"
        autoComplete="off"
        rightSection={
          <input
            type="color"
            className={classes.well}
            aria-label="Choose a colour"
            value={color?.length === 7 ? color : '#888888'}
            onChange={(event) => form.setFieldValue('color', event.currentTarget.value)}
          />
        }
      />
      <Textarea {...field('description')} dir="auto" rows={4} />
    </RecordForm>
  )
}
