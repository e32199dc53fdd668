import type { Category } from '@steward/contract/categories/categories'
import { useSearch } from '@tanstack/react-router'
import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import type { ListView } from '../../ui/list/screen/list-screen.tsx'
import { ViewSwitch } from '../../ui/page/view-switch.tsx'
import { categoryDefinition } from './category-definition.tsx'
import { DeletionAsked } from './category-deletion.tsx'
import { CategoryTree } from './category-tree.tsx'
import { LaterCategoryRecord } from './later-category-record.tsx'
import { NewCategory } from './new-category.tsx'

const tree: ListView<Category> = {
  toolbar: false,
  draw: ({ query, opened, open, close }) => (
    <CategoryTree query={query} opened={opened} open={open} close={close} />
  ),
}

const views = [
  { view: null, label: 'List' },
  { view: 'tree', label: 'Tree' },
] as const

/** The categories of feed and shopping posts, as a list or as the tree that they are. */
export function CategoriesPage() {
  const bulk = useBulk('categories')
  const { view } = useSearch({ from: '/guarded/categories' })
  return (
    <DeletionAsked>
      <ListPage
        definition={categoryDefinition}
        options={listOptions(lists.categories)}
        actions={<NewCategory />}
        tabs={<ViewSwitch views={views} />}
        view={view === 'tree' ? tree : undefined}
        bulk={bulk}
        drawer={({ record }, close) => <LaterCategoryRecord category={record} onDone={close} />}
      />
    </DeletionAsked>
  )
}
