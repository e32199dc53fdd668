import type { Category } from '@steward/contract/categories'
import type { BodySent } from '@steward/contract/endpoints'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { dataUrlBlob, isNewPicture } from '../../ui/image/picture-file.ts'

/** What the fields of the form are called. */
export const categoryLabels = {
  name: 'Name',
  parent: 'Below',
  status: 'Status',
  color: 'Colour',
  description: 'Description',
  image: 'Picture',
} as const

/** A category as it stands in the fields of its form. */
export type CategoryValues = Record<keyof typeof categoryLabels, string>

/** Fills the form; a new category is active and stands below none. */
export const categoryValues = (category: DeepPartial<Category> | null): CategoryValues => ({
  name: textOf(category?.name) ?? '',
  parent: textOf(category?.parent) ?? '',
  status: textOf(category?.status) ?? 'active',
  color: textOf(category?.color) ?? '',
  description: textOf(category?.description) ?? '',
  image: textOf(category?.image) ?? '',
})

/** What is wrong with what was typed, by field; the server looks at the rest. */
export function checkCategory(values: CategoryValues): Partial<CategoryValues> {
  const errors: Partial<CategoryValues> = {}
  if (values.name.trim() === '') errors.name = 'Enter a name'
  if (values.color.trim() !== '' && !/^#[0-9a-f]{6}$/i.test(values.color.trim()))
    errors.color = 'Enter a colour such as #2f6fde, or leave it empty'
  return errors
}

type Fields = Omit<BodySent<'categories.update'>, 'image'> & { image?: null }

/** The fields that differ from what they were, as they are sent; a new picture goes beside them. */
function categoryChanges(values: CategoryValues, before: CategoryValues): Fields {
  const differs = (name: keyof CategoryValues) => values[name] !== before[name]
  return {
    ...(differs('name') && { name: values.name }),
    ...(differs('parent') && { parent: values.parent || null }),
    ...(differs('status') && { status: values.status as Category['status'] }),
    ...(differs('color') && { color: values.color.trim() || null }),
    ...(differs('description') && { description: values.description }),
    ...(differs('image') && values.image === '' && { image: null }),
  }
}

/**
 * What is sent: only what differs from before; a form where a new picture goes along, else JSON.
 * @param beside what goes with it whatever has changed
 */
export function categoryBody<B extends { name?: string; version?: number }>(
  values: CategoryValues,
  before: CategoryValues,
  beside: B,
): (Fields & B) | FormData {
  const sent = { ...categoryChanges(values, before), ...beside }
  if (!isNewPicture(values.image)) return sent
  const form = new FormData()
  for (const [key, value] of Object.entries(sent)) form.append(key, String(value ?? ''))
  form.append('image', dataUrlBlob(values.image), 'picture')
  return form
}

/** The picture of a form in words, for whoever compares two forms. */
export const pictureWords = (image: string): string =>
  image === '' ? 'none' : isNewPicture(image) ? 'a new picture' : 'another picture'
