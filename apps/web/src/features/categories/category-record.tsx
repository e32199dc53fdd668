import { categoryFields } from '@steward/contract/categories/categories.fields'
import { t } from '@steward/i18n/reader'
import type { Category } from '../../api/answers/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { NoteBlock } from '../../ui/record/note-block.tsx'
import { RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { categories } from './categories.ts'
import { CategoryButtons } from './category-actions.tsx'
import { CategoryEditor } from './category-editor.tsx'
import { CategoryName, ParentName, safeColor } from './category-name.tsx'

export function CategoryRecord(props: RecordProps<Category>) {
  const { record: category } = props
  const id = category._id
  const color = safeColor(category.color)
  return (
    <RecordView
      of={categories}
      Buttons={CategoryButtons}
      Form={CategoryEditor}
      top={
        <RecordTop shape="thing" image={category.image} title={category.name}>
          <StatusBadge status={category.status} />
        </RecordTop>
      }
      {...props}
    >
      <FieldList
        fields={categoryFields}
        record={category}
        first={['slug', 'parent', 'position']}
        own={{
          name: null,
          status: null,
          parent: <ParentName category={category} />,
          color: <CategoryName category={{ _id: '', color, name: color }} />,
        }}
      />
      {id && (
        <FilterLink to="/categories" search={{ parent: [id] }}>
          {t('Show subcategories')}
        </FilterLink>
      )}
      <NoteBlock record={category} name="description" title={t('Description')} />
    </RecordView>
  )
}
