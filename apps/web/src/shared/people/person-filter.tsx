import { FilterSearch } from '../../ui/list/filters/filter-search.tsx'
import type { SearchedFilter } from '../../ui/list/screen/list-definition.ts'
import { useStaff } from './use-people.ts'

/** A filter by people who can sign in, found by name or e-mail address; of whoever may list admins. */
export const StaffFilter = (props: SearchedFilter) => (
  <FilterSearch {...props} useSearch={useStaff} />
)
