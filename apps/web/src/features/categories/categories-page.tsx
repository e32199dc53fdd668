import { t } from '@steward/i18n/reader'
import { RecordsPage } from '../../shared/records/records-page.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { categories } from './categories.ts'
import { categoryDefinition } from './category-definition.tsx'
import { CategoryTree } from './category-tree.tsx'

const CategoryRecord = drawerPart(
  async () => (await import('./category-record.tsx')).CategoryRecord,
)
const CategoryForm = drawerPart(async () => (await import('./category-editor.tsx')).CategoryEditor)

export const CategoriesPage = () => (
  <RecordsPage
    of={categories}
    definition={categoryDefinition}
    Record={CategoryRecord}
    create={{ form: CategoryForm, staysClosed: true }}
    // i18n: categories as a tree of subcategories
    view={{ name: 'tree', label: t('Tree'), toolbar: false, Rows: CategoryTree }}
  />
)
