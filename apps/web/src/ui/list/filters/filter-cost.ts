import type { ListDefinition } from '../screen/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { askedOf, fieldsOf } from './filter-fields.ts'

/** Whether all rows may have to be read once a field is asked for, beside what is asked for and sorted by already. */
export function isUnindexed<T>(
  definition: Pick<ListDefinition<T>, 'list' | 'filters'>,
  field: string,
  set: ListState['filters'],
  sort: string,
): boolean {
  const { unindexed = [], unindexedTogether = [] } = definition.list
  if (unindexed.includes(field)) return true
  const asked = fieldsOf(definition).filter((each) => askedOf(each, set) !== null)
  const filters = new Set([field, ...asked.map(({ name }) => name)])
  const all = new Set([...filters, sort.replace('-', '')])
  return unindexedTogether.some(
    ([one, other]) => filters.has(one) && all.has(other) && (field === one || field === other),
  )
}
