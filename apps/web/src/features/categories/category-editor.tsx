import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { categoryFields } from '@steward/contract/categories/categories.fields'
import { t } from '@steward/i18n/reader'
import type { Category } from '../../api/answers/records.ts'
import type { RequestFields } from '../../api/request-body.ts'
import { useCategoryChoices } from '../../shared/categories/category-choices.ts'
import { RecordEditor } from '../../shared/records/record-editor.tsx'
import type { RecordFormProps } from '../../shared/records/record-view.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { formOf } from '../../ui/form/form-of.ts'
import { FieldRow } from '../../ui/form/record-form.tsx'
import { ImageField } from '../../ui/image/image-field.tsx'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { categories } from './categories.ts'
import { ColorField } from './color-field.tsx'

type CategorySent = RequestFields<'categories.update'>
type CategoryValues = Record<Exclude<keyof CategorySent, 'position' | 'version'>, string>

/** The fields of a category's form; `parents` are the categories to choose a parent from. */
export const categoryForm = (parents: readonly Choice[]) =>
  formOf<CategoryValues, Category, CategorySent>(categoryFields, {
    name: {},
    parent: {
      toRequest: (parent) => parent || null,
      inWords: (parent) =>
        parent === ''
          ? t('none', {}, 'no category')
          : (parents.find(({ value }) => value === parent)?.label ?? parent),
    },
    status: { first: 'active' },
    color: {
      check: (color) =>
        /^(#[0-9a-f]{6})?$/i.test(color.trim())
          ? null
          : t('Enter a colour such as #2f6fde, or leave it empty'),
      toRequest: (color) => color.trim() || null,
    },
    description: {},
    image: {},
  })

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
                { value: '', label: t('None (top level)') },
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
