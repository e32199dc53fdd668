import { permission } from '@steward/contract/permissions'
import { BulkActions } from '../../shared/jobs/bulk-actions.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import type { ListView } from '../../ui/list/list-screen.tsx'
import { useView, ViewSwitch } from '../../ui/page/view-switch.tsx'
import { categoryListOptions } from './categories.queries.ts'
import { categoryDefinition } from './category-definition.tsx'
import { DeletionAsked } from './category-deletion.tsx'
import { CategoryRecord } from './category-record.tsx'
import { CategoryTree } from './category-tree.tsx'
import { NewCategory } from './new-category.tsx'

const tree: ListView = {
  toolbar: false,
  draw: ({ opened, open, close }) => <CategoryTree opened={opened} open={open} close={close} />,
}

const views = [
  { view: null, label: 'List' },
  { view: 'tree', label: 'Tree' },
] as const

/** The categories of feed and shopping posts, as a list or as the tree that they are. */
export function CategoriesPage() {
  const view = useView(['tree'])
  return (
    <DeletionAsked>
      <ListPage
        title="Categories"
        definition={categoryDefinition}
        options={categoryListOptions}
        needs={permission('Catalogue', 'Categories', 'list')}
        actions={<NewCategory />}
        tabs={<ViewSwitch views={views} />}
        view={view === 'tree' ? tree : undefined}
        bulk={(chosen) => <BulkActions area="categories" chosen={chosen} />}
        drawer={({ record }, close) => <CategoryRecord category={record} onDone={close} />}
      />
    </DeletionAsked>
  )
}
