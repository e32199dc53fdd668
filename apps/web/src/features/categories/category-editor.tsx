import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import type { Category } from '../../api/records.ts'
import { useCategoryChoices } from '../../shared/categories/category-choices.ts'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { ImageField } from '../../ui/image/image-field.tsx'
import { categories } from './categories.ts'
import { categoryForm } from './category-form.ts'
import { ColorField } from './color-field.tsx'

export function CategoryEditor(props: RecordFormProps<Category>) {
  const choices = useCategoryChoices()
  return (
    <RecordEditor of={categories} fields={categoryForm(choices)} {...props}>
      {({ form, base, input }) => (
        <>
          <TextInput {...input('name')} data-autofocus dir="auto" autoComplete="off" />
          <FieldRow>
            <NativeSelect
              {...input('parent')}
              data={[
                { value: '', label: 'None (top level)' },
                ...choices.filter((choice) => choice.value !== base?._id),
              ]}
            />
            <ChoiceField
              {...input('status')}
              choices={areas.categories.statuses}
              own={base && (base.status ?? '')}
            />
          </FieldRow>
          <ColorField {...input('color')} onPick={(color) => form.setFieldValue('color', color)} />
          <ImageField {...input('image')} shape="thing" name={form.getValues().name} />
          <Textarea {...input('description')} dir="auto" rows={4} />
        </>
      )}
    </RecordEditor>
  )
}
