import { permission } from '@steward/contract/permissions'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { categoryListOptions } from './categories.queries.ts'
import { categoryDefinition } from './category-definition.tsx'
import { CategoryRecord } from './category-record.tsx'

/** The categories of feed and shopping posts. */
export function CategoriesPage() {
  return (
    <ListScreen
      title="Categories"
      definition={categoryDefinition}
      options={categoryListOptions}
      needs={permission('Catalogue', 'Categories', 'list')}
      drawer={({ record }) => <CategoryRecord category={record} />}
    />
  )
}
