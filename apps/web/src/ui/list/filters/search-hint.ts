import { namesWhere } from '@steward/contract/areas/field'
import { t } from '@steward/i18n/reader'
import { inRow, inSentence } from '../../format/phrases.ts'
import type { ListDefinition } from '../definition/list-definition.ts'

/** What a list's search looks through, in words: as its definition says, else its searchable fields. */
export function searchHintOf<T>({ searchHint, fields = {} }: ListDefinition<T>): string {
  if (searchHint !== undefined) return t(searchHint)
  const names = namesWhere(fields, 'searchable').map((name) =>
    inSentence(fields[name]?.label ?? ''),
  )
  // i18n: {field} is such as “name”
  if (names.length === 1) return t('Search by {field}', { field: names[0] })
  // i18n: {fields} are such as “title, description”
  return t('Search {fields}', { fields: inRow(names) })
}
