import type { Category } from '@steward/contract/categories'
import type { BodySent } from '@steward/contract/endpoints'
import { type Sparse, textOf } from '../../api/read.ts'

/** What the fields of the form are called. */
export const categoryLabels = {
  name: 'Name',
  parent: 'Below',
  status: 'Status',
  color: 'Colour',
  description: 'Description',
} as const

/** A category as it stands in the fields of its form. */
export type CategoryValues = Record<keyof typeof categoryLabels, string>

/** Fills the form; a new category is active and stands below none. */
export const categoryValues = (category: Sparse<Category> | null): CategoryValues => ({
  name: textOf(category?.name) ?? '',
  parent: textOf(category?.parent) ?? '',
  status: textOf(category?.status) ?? 'active',
  color: textOf(category?.color) ?? '',
  description: textOf(category?.description) ?? '',
})

/** What is wrong with what was typed, by field; the server looks at the rest. */
export function checkCategory(values: CategoryValues): Partial<CategoryValues> {
  const errors: Partial<CategoryValues> = {}
  if (values.name.trim() === '') errors.name = 'Enter a name'
  if (values.color.trim() !== '' && !/^#[0-9a-f]{6}$/i.test(values.color.trim()))
    errors.color = 'Enter a colour such as #2f6fde, or leave it empty'
  return errors
}

type Fields = BodySent<'categories.update'>

/** The fields that differ from what they were, as they are sent. */
export function categoryChanges(values: CategoryValues, before: CategoryValues): Fields {
  const differs = (name: keyof CategoryValues) => values[name] !== before[name]
  return {
    ...(differs('name') && { name: values.name }),
    ...(differs('parent') && { parent: values.parent || null }),
    ...(differs('status') && { status: values.status as Category['status'] }),
    ...(differs('color') && { color: values.color.trim() || null }),
    ...(differs('description') && { description: values.description }),
  }
}
