import { categoryFields } from '@steward/contract/categories/categories.fields'
import type { Category } from '../../api/records.ts'
import type { RequestFields } from '../../api/request-body.ts'
import { formOf } from '../../ui/form/form-of.ts'
import type { Choice } from '../../ui/list/url/list-definition.ts'

type CategorySent = RequestFields<'categories.update'>
type CategoryValues = Record<Exclude<keyof CategorySent, 'position' | 'version'>, string>

/** The fields of a category's form; `parents` are the categories to choose a parent from. */
export const categoryForm = (parents: readonly Choice[]) =>
  formOf<CategoryValues, Category, CategorySent>(categoryFields, {
    name: {},
    parent: {
      toRequest: (parent) => parent || null,
      inWords: (parent) =>
        parent === '' ? 'none' : (parents.find(({ value }) => value === parent)?.label ?? parent),
    },
    status: { first: 'active' },
    color: {
      check: (color) =>
        /^(#[0-9a-f]{6})?$/i.test(color.trim())
          ? null
          : 'Enter a colour such as #2f6fde, or leave it empty',
      toRequest: (color) => color.trim() || null,
    },
    description: {},
    image: {},
  })
