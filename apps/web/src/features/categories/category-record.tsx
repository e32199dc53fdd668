import type { Category } from '@steward/contract/categories'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Count, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/filter-link.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import {
  Block,
  Field,
  Fields,
  IdField,
  Leaving,
  RecordTop,
} from '../../ui/record/record-fields.tsx'
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
      <Fields>
        <Field label="Slug">
          <Text value={category.slug} />
        </Field>
        <Field label="Parent">
          <ParentName category={category} />
        </Field>
        <Field label="Position">
          <Count value={category.position} />
        </Field>
        <Field label="Feed posts">
          <Count value={category.postCount} />
        </Field>
        <Field label="Shopping posts">
          <Count value={category.shoppingPostCount} />
        </Field>
        <Field label="Subcategories">
          <Count value={category.childCount} />
        </Field>
        <Field label="Colour">
          <CategoryName category={{ color, name: color }} />
        </Field>
        <Field label="Created">
          <Time at={category.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={category.updatedAt} whole />
        </Field>
        <IdField id={category._id} />
      </Fields>
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
