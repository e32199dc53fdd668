import type { Row } from '../../../api/listing.ts'
import { lazyPart } from '../../page/lazy-part.tsx'
import type { Filter, ListDefinition } from '../screen/list-definition.ts'
import { filterKeys } from '../url/list-codec.ts'
import type { ListState } from '../url/list-spec.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterChoices } from './filter-choices.tsx'
import { askedOf, type ChangeFilters, type FilterField, fieldsOf } from './filter-fields.ts'
import type { FilterProps } from './filter-of-kind.tsx'
import classes from './filters.module.css'

// Few lists have one, which stands where it will be drawn.
const FilterOfKind = lazyPart(
  async () => (await import('./filter-of-kind.tsx')).FilterOfKind,
  <span className={classes.coming} />,
)

/**
 * The filters of a list: its states by one click, everything else by chips; where its server takes no more
 * than single values, each as a pill of its own.
 */
export function ListFilters<T>(props: {
  definition: ListDefinition<T>
  filters: readonly Filter<T>[]
  /** Whether the list's records tell of a field. */
  tells: (field: string) => boolean
  set: ListState['filters']
  rows: readonly Row<T>[]
  sort: string
  total: number | undefined
  onChange: ChangeFilters
}) {
  const { definition, total, sort, tells, ...rest } = props
  const { list } = definition
  // What is set stays in sight, whatever the records tell.
  const filters = definition.filters.filter(
    (filter) =>
      props.filters.includes(filter) || filterKeys(filter).some((key) => props.set[key]?.length),
  )
  if (total !== undefined) most.set(list.name, Math.max(total, most.get(list.name) ?? 0))
  if (!list.suffixes)
    return filters.map((filter) => (
      <OneFilter key={filterKeys(filter).join()} filter={filter} {...rest} />
    ))
  const quick = filters.filter(
    (filter) => filter.kind === 'switch' || (filter.kind === 'choices' && filter.key === 'status'),
  )
  const hasPill = quick.some((filter) => filter.kind === 'choices')
  const isPill = ({ name }: FilterField<T>) =>
    hasPill && name === 'status' && !props.set['status.not']?.length
  const fields = fieldsOf(definition).filter((field) => {
    const drawn = definition.filters.find((each) => 'key' in each && each.key === field.name)
    return (
      askedOf(field, props.set) !== null || (drawn ? filters.includes(drawn) : tells(field.name))
    )
  })
  return (
    <>
      {quick.map((filter) => (
        <OneFilter key={filterKeys(filter).join()} filter={filter} {...rest} />
      ))}
      <FilterChips
        definition={definition}
        fields={fields}
        isPill={isPill}
        sort={sort}
        total={most.get(list.name) ?? 0}
        {...rest}
      />
    </>
  )
}

/** The most rows that a list was seen to have, by its name. */
const most = new Map<string, number>()

function OneFilter<T>(props: FilterProps<T>) {
  const { filter, set, onChange } = props
  if (filter.kind !== 'choices')
    return <FilterOfKind {...(props as unknown as FilterProps<unknown>)} />
  return (
    <FilterChoices
      label={filter.label}
      values={set[filter.key] ?? []}
      choices={filter.choices}
      onChange={(next) => onChange({ [filter.key]: next })}
    />
  )
}
