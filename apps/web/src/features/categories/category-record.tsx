import type { Category } from '@steward/contract/categories/categories'
import { categoryFields } from '@steward/contract/categories/categories.fields'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Text } from '../../ui/format/text.tsx'
import { FilterLink } from '../../ui/list/url/filter-link.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { Block, Leaving, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { CategoryButtons, mayChange } from './category-actions.tsx'
import { CategoryEditor } from './category-editor.tsx'
import { CategoryName, ParentName, safeColor } from './category-name.tsx'

/**
 * A category, whole, or its form.
 * @param props.onDone called once the category is deleted
 */
export function CategoryRecord(props: { category: DeepPartial<Category>; onDone: () => void }) {
  const { category } = props
  const id = textOf(category._id)
  const can = useCan()
  const { editing, coming, leave } = useEditing()
  if (editing !== null && editing === category._id && mayChange(can, category))
    return <CategoryEditor key={editing} category={category} onDone={leave} />
  const color = safeColor(category.color)
  return (
    <Leaving on={coming}>
      <RecordTop shape="thing" image={category.image} title={category.name}>
        <StatusBadge status={category.status} />
      </RecordTop>
      <CategoryButtons category={category} onDone={props.onDone} />
      <FieldList
        fields={categoryFields}
        record={category}
        first={['slug', 'parent', 'position']}
        own={{
          name: null,
          status: null,
          parent: <ParentName category={category} />,
          color: <CategoryName category={{ color, name: color }} />,
        }}
      />
      {id && (
        <FilterLink to="/categories" search={{ parent: [id] }}>
          Show subcategories
        </FilterLink>
      )}
      <Block title="Description">
        <Text value={category.description} />
      </Block>
      <RecordHistory id={category._id} />
    </Leaving>
  )
}
