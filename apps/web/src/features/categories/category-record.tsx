import type { Category } from '@steward/contract/categories'
import { type Sparse, textOf } from '../../api/read.ts'
import { FilterLink } from '../../ui/list/filter-link.tsx'
import { Block, Field, Fields, IdField, RecordTop } from '../../ui/record-fields.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Count, Text } from '../../ui/text.tsx'
import { When } from '../../ui/when.tsx'
import { CategoryName, ParentName, safeColor } from './category-name.tsx'

/** A category, whole. */
export function CategoryRecord({ category }: { category: Sparse<Category> }) {
  const color = safeColor(category.color)
  return (
    <>
      <RecordTop shape="thing" image={category.image} title={category.name}>
        <StatusBadge status={category.status} />
      </RecordTop>
      <Fields>
        <Field label="Slug">
          <Text value={category.slug} />
        </Field>
        <Field label="Below">
          <ParentName category={category} />
        </Field>
        <Field label="Position">
          <Count value={category.position} />
        </Field>
        <Field label="Posts">
          <Count value={category.postCount} />
        </Field>
        <Field label="Colour">
          <CategoryName category={{ color, name: color }} />
        </Field>
        <Field label="Created">
          <When at={category.createdAt} whole />
        </Field>
        <Field label="Updated">
          <When at={category.updatedAt} whole />
        </Field>
        <IdField id={category._id} />
      </Fields>
      <FilterLink filter="parent" id={textOf(category._id)}>
        Categories below this one
      </FilterLink>
      <Block title="Description">
        <Text value={category.description} />
      </Block>
    </>
  )
}
