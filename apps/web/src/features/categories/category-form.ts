import type { Category } from '@steward/contract/categories'
import { textOf } from '../../api/read.ts'
import type { RequestFields } from '../../api/request-body.ts'
import type { FormFields } from '../../ui/form/form-fields.ts'
import { pictureField } from '../../ui/image/picture-form-field.ts'
import type { Choice } from '../../ui/list/list-definition.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

type CategorySent = RequestFields<'categories.update'>
type CategoryValues = Record<Exclude<keyof CategorySent, 'position' | 'version'>, string>

/**
 * The fields of a category's form; a new category is active and stands below none.
 * @param parents the categories to choose from, by name
 */
export const categoryForm = (
  parents: readonly Choice[],
): FormFields<CategoryValues, Category, CategorySent> => ({
  name: {
    label: 'Name',
    check: (name) => (name.trim() === '' ? 'Enter a name' : null),
    always: true,
  },
  parent: {
    label: 'Parent',
    toRequest: (parent) => parent || null,
    inWords: (parent) =>
      parent === '' ? 'none' : (parents.find(({ value }) => value === parent)?.label ?? parent),
  },
  status: {
    label: 'Status',
    read: (category) => (category ? (textOf(category.status) ?? '') : 'active'),
    toRequest: (status) => (status === '' ? undefined : (status as Category['status'])),
    inWords: (status) => statusWord(status),
  },
  color: {
    label: 'Colour',
    check: (color) =>
      /^(#[0-9a-f]{6})?$/i.test(color.trim())
        ? null
        : 'Enter a colour such as #2f6fde, or leave it empty',
    toRequest: (color) => color.trim() || null,
  },
  description: { label: 'Description' },
  image: pictureField,
})
